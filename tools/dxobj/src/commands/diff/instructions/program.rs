//! The functions of a container, as lines.

use std::borrow::Cow;

use dxc_format::program::ProgramView;
use dxc_format::{Container, FourCC, Result, parts};
use dxil::{UnnumberedLine, UnnumberedLines};

/// A program as lines.
pub(super) struct Program {
    /// The part that contains it.
    pub(super) part: FourCC,
    pub(super) form: Form,
    pub(super) functions: Vec<Function>,
}

/// How instructions are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// LLVM IR.
    Dxil,
    /// Of shader models 4 and 5.
    Assembly,
}

/// A function as lines.
pub(super) struct Function {
    /// Empty if the program has but one.
    pub(super) name: String,
    pub(super) lines: UnnumberedLines,
}

impl Form {
    /// The words that two different lines of one kind share.
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

/// Reads the program of a container: without debug information, if it has both.
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

/// A name without the mark of mangled ones.
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
