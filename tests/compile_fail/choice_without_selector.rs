//! A choice says what selects.
use dxc_format::runtime::Choice;

#[derive(Clone, Debug, PartialEq, Choice)]
#[dxc(view = ContentView)]
pub enum Content {
    #[dxc(when(Small))]
    Small(u8),
}

fn main() {}
