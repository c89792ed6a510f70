//! Lists the stores of a shader to resources.
//!
//! `cargo run -p dxil --example stores -- FILE`
#![allow(
    clippy::disallowed_macros,
    reason = "it prints what `dxil` has made printable"
)]

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::fs::read(std::env::args_os().nth(1).ok_or("expected a file")?)?;
    let container = dxc_format::Container::parse(&file)?;
    let program = container.dxil()?.ok_or("expected a DXIL program")?;
    let module = dxil::Module::parse(program.bitcode())?;
    for body in module
        .functions()
        .filter_map(|function| function.body().transpose())
    {
        for instruction in body?.instructions() {
            let stores = |operation: &dxil::DxOp<'_>| operation.name().contains("Store");
            let Some(store) = dxil::DxOp::of(&instruction).filter(stores) else {
                continue;
            };
            // Other stores, such as those of outputs, have no handle.
            let handle = store.arguments().next();
            if let Some(uav) = handle.and_then(|(_, handle)| instruction.resource(handle)) {
                println!(
                    "{} to u{}, space {}",
                    store.name(),
                    uav.lower_bound,
                    uav.space
                );
            }
        }
    }
    Ok(())
}
