//! Reads the functions of a container as lines of instructions.

use std::borrow::Cow;

use dxc_format::program::ProgramView;
use dxc_format::{Container, FourCC, Result, parts};
use dxil::{UnnumberedLine, UnnumberedLines};

/// The functions of a program, as lines.
pub(super) struct Program {
    /// The part that contains it.
    pub(super) part: FourCC,
    pub(super) form: Form,
    pub(super) functions: Vec<Function>,
}

/// The syntax of the instructions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// LLVM IR.
    Dxil,
    /// The assembly of shader models 4 and 5.
    Assembly,
}

/// A function as lines.
pub(super) struct Function {
    /// The name; empty if the program has only one function.
    pub(super) name: String,
    pub(super) lines: UnnumberedLines,
}

impl Form {
    /// Returns the text that two lines must share to be versions of the same line: the text up to the operands.
    pub(super) fn kind(self) -> fn(UnnumberedLine<'_>) -> &str {
        match self {
            Self::Dxil => |line| {
                let operands = line.offsets.get(usize::from(line.defines.is_some()));
                let end = operands.map_or(line.text.len(), |operand| *operand as usize);
                let words = line.text.get(..end).unwrap_or_default();
                words.split('(').next().unwrap_or_default()
            },
            Self::Assembly => |line| line.text.split(' ').next().unwrap_or_default(),
        }
    }
}

/// Reads the program of a container. If the container has a program with and one without debug information, this reads
/// the latter.
pub(super) fn read(container: &Container<'_>) -> Result<Option<Program>> {
    let program = match container.dxil()? {
        Some(program) => Some((parts::DXIL, program)),
        None => container.ildb()?.map(|program| (parts::ILDB, program)),
    };
    match program {
        Some((part, program)) => {
            let functions = read_functions(&program);
            let functions =
                functions.map_err(|error| error.within("bitcode").within_part(part, 0))?;
            Ok(Some(Program {
                part,
                form: Form::Dxil,
                functions,
            }))
        }
        None => read_assembly(container),
    }
}

fn read_functions(program: &ProgramView<'_>) -> Result<Vec<Function>> {
    let module = dxil::Module::parse(program.bitcode())?;
    let functions = module.unnumbered_functions()?.into_iter();
    let functions = functions.map(|function| Function {
        name: shown(function.function.name()).into_owned(),
        lines: function.lines,
    });
    Ok(functions.collect())
}

/// A mangled name without the byte that marks it as mangled.
fn shown(name: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(name.strip_prefix(b"\x01").unwrap_or(name))
}

fn read_assembly(container: &Container<'_>) -> Result<Option<Program>> {
    let Some(listing) = dxc_shader::assembly::listing(container)? else {
        return Ok(None);
    };
    let text = listing.to_string();
    let shown = text.lines().map(str::trim);
    let mut lines = UnnumberedLines::default();
    for line in shown.filter(|line| !line.is_empty() && !line.starts_with("//")) {
        lines.push(line, &[], &[], false);
    }
    let is_program = |part: &FourCC| container.find(*part).is_some();
    Ok(Some(Program {
        part: [parts::SHEX, parts::SHDR]
            .into_iter()
            .find(is_program)
            .unwrap_or(parts::SHEX),
        form: Form::Assembly,
        functions: vec![Function {
            name: String::new(),
            lines,
        }],
    }))
}
