//! `cargo xtask`.

use std::process::ExitCode;

fn main() -> ExitCode {
    dxc_schema::main()
}
