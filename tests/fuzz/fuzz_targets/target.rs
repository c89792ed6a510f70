//! The target of `soak` that the binary is named after.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    if let Some(target) = soak::targets::named(env!("CARGO_BIN_NAME")) {
        (target.body)(input);
    }
});
