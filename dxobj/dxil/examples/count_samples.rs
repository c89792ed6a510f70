//! Counts the samples of textures in the functions of a container.

use dxc_format::Container;
use dxil::Module;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os()
        .nth(1)
        .ok_or("usage: count_samples FILE")?;
    let file = std::fs::read(path)?;
    let program = Container::parse(&file)?.dxil()?.ok_or("no DXIL")?;
    let module = Module::parse(program.bitcode())?;
    for function in module.functions() {
        let Some(body) = function.body()? else {
            continue;
        };
        let operations = body
            .instructions()
            .filter_map(|instruction| instruction.operation());
        let samples = operations.filter(|operation| operation.name().starts_with("Sample"));
        println!(
            "{}: {}",
            String::from_utf8_lossy(function.name()),
            samples.count()
        );
    }
    Ok(())
}
