//! Networks with their exceptions on disk.
//!
//! ```text
//! 4 bytes   FNET
//! 1 byte    format version
//! 1 byte    length of the endgame's name, then the name: KPK
//! 3 bytes   units of the hidden layers, outputs; 128 more if the network is left to err
//! 4 bytes   checksum of all other bytes, XXH3, its lower half, least byte first
//! the rest  weights, then exceptions, as one stream of arithmetic code
//! ```

use endgame::material::Material;
use xxhash_rust::xxh3::xxh3_64;

use crate::bit_coder::{BitDecoder, BitEncoder};
use crate::endgame_network::EndgameNetwork;
use crate::features::FeatureSet;
use crate::relu::{MOST_HIDDEN, Topology};
use crate::weight_code;

const MAGIC: &[u8; 4] = b"FNET";

/// The version this program writes and reads.
pub const VERSION: u8 = 2;

/// Added to the number of outputs where no exceptions follow.
const ALONE: u8 = 128;

/// The most men of an endgame that networks are written for: a reader goes through all its positions.
pub const MOST_MEN: usize = 4;

/// Why bytes are no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "each variant's sentence says what is wrong")]
pub enum NetFileError {
    #[error("this is no network: make one with `fallible net pack KPK --out FILE`")]
    NotANetwork,
    #[error(
        "this network has format {found} and this program reads {VERSION}: make it anew with `fallible net pack`, or use the program that wrote it"
    )]
    OtherVersion { found: u8 },
    #[error(
        "the network is damaged (its checksum does not fit): copy it again, or make it anew with `fallible net pack`"
    )]
    Damaged,
    #[error(
        "the network is for {found}, and the position is {wanted}: pack one for {wanted} with `fallible net pack {wanted} --out FILE`"
    )]
    OtherEndgame { found: Material, wanted: Material },
}

/// A file and what its parts take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// Bytes of the weights.
    pub weight_bytes: usize,
    /// Bytes of the exceptions.
    pub exception_bytes: usize,
}

/// A network as a file.
pub fn pack(exact: &EndgameNetwork) -> Packed {
    let mut encoder = BitEncoder::default();
    weight_code::write(exact.network(), &mut encoder);
    let weight_bytes = encoder.len();
    exact.write_exceptions(&mut encoder);
    let stream = encoder.finish();
    let exception_bytes = stream.len().saturating_sub(weight_bytes);
    let name = exact.material().to_string();
    let Topology { hidden: [first, second], outputs, .. } = exact.network().topology;
    let mut bytes = MAGIC.to_vec();
    bytes.extend([VERSION, name.len() as u8]);
    bytes.extend(name.bytes());
    let alone = if exact.is_exact() { 0 } else { ALONE };
    bytes.extend([first as u8, second as u8, outputs as u8 + alone]);
    let checksum = checksum(&bytes, &stream);
    bytes.extend(checksum);
    bytes.extend(stream);
    Packed { bytes, weight_bytes, exception_bytes }
}

fn checksum(head: &[u8], stream: &[u8]) -> [u8; 4] {
    let all = [head, stream].concat();
    (xxh3_64(&all) as u32).to_le_bytes()
}

/// The network of a file.
pub fn unpack(bytes: &[u8]) -> Result<EndgameNetwork, NetFileError> {
    let (&[version, name_length], rest) = bytes
        .strip_prefix(MAGIC)
        .and_then(|rest| rest.split_first_chunk::<2>())
        .ok_or(NetFileError::NotANetwork)?;
    if version != VERSION {
        return Err(NetFileError::OtherVersion { found: version });
    }
    let (name, rest) =
        rest.split_at_checked(usize::from(name_length)).ok_or(NetFileError::Damaged)?;
    let (layers, rest) = rest.split_first_chunk::<3>().ok_or(NetFileError::Damaged)?;
    let head = &bytes[..bytes.len() - rest.len()];
    let (sum, stream) = rest.split_first_chunk::<4>().ok_or(NetFileError::Damaged)?;
    if *sum != checksum(head, stream) {
        return Err(NetFileError::Damaged);
    }
    let material = std::str::from_utf8(name).ok().and_then(|name| name.parse::<Material>().ok());
    let is_ours =
        |material: &Material| material.is_normalized() && (3..=MOST_MEN).contains(&material.men());
    let material = material.filter(is_ours).ok_or(NetFileError::Damaged)?;
    let [first, second] = [layers[0], layers[1]].map(usize::from);
    let outputs = usize::from(layers[2] & !ALONE);
    if !(1..=MOST_HIDDEN[0]).contains(&first)
        || !(1..=MOST_HIDDEN[1]).contains(&second)
        || !(1..=2).contains(&outputs)
    {
        return Err(NetFileError::Damaged);
    }
    let topology =
        Topology { inputs: FeatureSet::of(&material).len(), hidden: [first, second], outputs };
    let mut decoder = BitDecoder::new(stream);
    let network = weight_code::read(topology, &mut decoder);
    let network = EndgameNetwork::alone(&material, network);
    Ok(if layers[2] & ALONE != 0 { network } else { network.read_exceptions(&mut decoder) })
}
