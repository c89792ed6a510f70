//! `dxobj diff --instructions`: compares functions instruction by instruction, ignoring the numbers of values.

mod align;
mod compare;
mod print;
mod program;

use std::collections::BTreeMap;
use std::path::Path;

use crate::files::{Input, Problem};
use crate::text::Text;

use print::Printer;
use program::{Function, Program};

/// The old and the new function of one name, if they exist.
type Pair<'f> = [Option<&'f Function>; 2];

/// The differences of the instructions of two containers.
pub(super) fn compare(files: [&Input; 2], is_json: bool, path: &Path) -> Result<Text, Problem> {
    let read = |input: &Input| -> Result<Option<Program>, Problem> {
        let program = program::read(&input.container()?);
        program.map_err(|error| input.problem(error))
    };
    let [old, new] = files;
    let programs = [read(old)?, read(new)?];
    let mut printer = Printer::new(files, is_json, path);
    match &programs {
        [Some(one), Some(other)] if one.form != other.form => {
            return Err(new.problem(format!(
                "its program is {}, but {} in {}: instructions cannot be compared",
                other.part, one.part, old.name
            )));
        }
        [Some(old), Some(new)] => {
            for pair in pairs(old, new) {
                printer.print(old.part, old.form, pair);
            }
        }
        [None, None] => {}
        [old, new] => {
            for function in old.iter().chain(new).flat_map(|program| &program.functions) {
                let part = old.as_ref().or(new.as_ref()).map(|program| program.part);
                let pair = [(old, function), (new, function)];
                let pair = pair.map(|(program, function)| program.as_ref().map(|_| function));
                printer.print_alone(part.unwrap_or_default(), pair);
            }
        }
    }
    Ok(printer.finish())
}

/// Pairs the functions of both programs by name: first those that only the old program has, then those of the new
/// program in its order. If each program has exactly one unpaired function, these two are a pair.
fn pairs<'f>(old: &'f Program, new: &'f Program) -> Vec<Pair<'f>> {
    let olds = old.functions.iter();
    let mut olds: BTreeMap<&str, &Function> = olds.map(|one| (&*one.name, one)).collect();
    let news = new.functions.iter();
    let mut pairs: Vec<Pair<'_>> = news
        .map(|function| [olds.remove(&*function.name), Some(function)])
        .collect();
    let mut alone = pairs.iter_mut().filter(|[old, _]| old.is_none());
    if let (1, Some([slot, _]), None) = (olds.len(), alone.next(), alone.next()) {
        *slot = olds.pop_first().map(|(_, function)| function);
    }
    let removed = olds.into_values().map(|function| [Some(function), None]);
    removed.chain(pairs).collect()
}
