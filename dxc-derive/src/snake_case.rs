//! Names of methods for arms, in the form of the crate `heck`, which the generator uses.

/// `NodeIOAttribs` as `node_io_attribs`.
pub(crate) fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    let mut before = None;
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        let is_last_of_capitals = letters.peek().is_some_and(char::is_ascii_lowercase);
        let begins =
            before.is_some_and(|before: char| before.is_ascii_lowercase() || is_last_of_capitals);
        if letter.is_ascii_uppercase() && begins {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
        // A digit is part of the word before it.
        if !letter.is_ascii_digit() {
            before = Some(letter).filter(|letter| *letter != '_');
        }
    }
    snake
}
