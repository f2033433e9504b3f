//! TABLES AND PLAYERS TOGETHER: what the model says of chess endgames and of games.
