//! Numbers as people read them: 1,108,111, 33.33 %, 2 classes.

pub use plot::grouped;

/// A share of a whole in percent; a dash of nothing.
pub fn share(part: u64, whole: u64) -> String {
    if whole == 0 { "-".to_owned() } else { format!("{:.2} %", 100.0 * part as f64 / whole as f64) }
}

/// A number with so many decimals; a dash for none.
pub fn decimals(number: Option<f64>, digits: usize) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.digits$}"))
}

/// `1 class`, `2 classes`: a number with its noun.
pub fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(n), if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_read_well() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_108_111), "1,108,111");
        assert_eq!(share(1, 3), "33.33 %");
        assert_eq!(share(0, 0), "-");
        assert_eq!(counted(1, "class", "classes"), "1 class");
        assert_eq!((decimals(Some(1.0), 2), decimals(None, 2)), ("1.00".into(), "-".into()));
    }
}
