//! The command `dxobj`.

use std::process::ExitCode;

fn main() -> ExitCode {
    dxobj::main()
}
