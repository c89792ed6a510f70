//! The instructions of a program, and the lines that use each resource.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use dxc_format::Container;
use dxc_format::constants::ResourceClass;
use dxc_format::runtime::bounded::Bounded;
use serde_json::{Value, json};

use crate::tables::BindingRange;

/// The number of text bytes that count as much as a line number.
const BYTES_OF_NUMBER: u64 = 8;

/// Instructions as text, whether it is complete, and for each binding the numbers of the lines that use it.
struct Instructions {
    text: String,
    is_whole: bool,
    uses: Vec<Vec<usize>>,
    syntax: &'static str,
}

/// The instructions as text and, for each of the bindings, the lines that use it; null without a program.
///
/// DXIL is what `dxc -dumpbin` prints, without the debug information of ILDB if there is a part without it. Shader models 4 and 5
/// are what `fxc /dumpbin` prints.
pub(crate) fn of(
    container: &Container<'_>,
    bindings: &[BindingRange],
    most: u64,
) -> dxc_format::Result<Value> {
    let found = match container
        .dxil()?
        .map_or_else(|| container.ildb(), |dxil| Ok(Some(dxil)))?
    {
        Some(program) => Some(of_dxil(program.bitcode(), bindings, most)?),
        None => of_assembly(container, bindings, most)?,
    };
    Ok(found.map_or(
        Value::Null,
        |found| json!({ "text": found.text, "cut": !found.is_whole, "uses": found.uses, "syntax": found.syntax }),
    ))
}

fn of_dxil(
    bitcode: &[u8],
    bindings: &[BindingRange],
    most: u64,
) -> dxc_format::Result<Instructions> {
    let module = dxil::Module::parse(bitcode)?;
    let listing = module.print_listing(most)?;
    let known = Known::new(bindings);
    let mut uses = Uses::new(bindings.len(), most);
    let (mut line, mut counted) = (0, 0);
    let mut offsets = listing.offsets.iter();
    'functions: for function in module.functions() {
        let Some(body) = function.body()? else {
            continue;
        };
        for instruction in body.instructions() {
            let Some(offset) = offsets.next() else {
                break 'functions;
            };
            let before = listing.text.get(counted..*offset).unwrap_or_default();
            line += before.matches('\n').count();
            counted = *offset;
            // Only calls use or create handles.
            let operands = dxil::callee(&instruction).map_or(&[][..], |_| instruction.operands);
            let resources = operands.iter().filter_map(|one| instruction.resource(*one));
            let own = instruction.result.map(dxil::Operand::Value);
            let own = own.and_then(|own| instruction.resource(own));
            for resource in resources.chain(own) {
                let id = [resource.class.0, resource.id];
                let register = [resource.class.0, resource.space, resource.lower_bound];
                uses.add(known.find(id, register), line);
            }
        }
    }
    Ok(Instructions {
        text: listing.text,
        is_whole: listing.is_whole,
        uses: uses.lines,
        syntax: "dxil",
    })
}

fn of_assembly(
    container: &Container<'_>,
    bindings: &[BindingRange],
    most: u64,
) -> dxc_format::Result<Option<Instructions>> {
    let Some(listing) = dxc_shader::assembly::listing(container)? else {
        return Ok(None);
    };
    let (text, is_whole) = shortened(&listing, most);
    let known = Known::new(bindings);
    let mut uses = Uses::new(bindings.len(), most);
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("//") {
            continue;
        }
        for word in line.split(|letter: char| !letter.is_ascii_alphanumeric()) {
            uses.add(known.find_word(word), index);
        }
    }
    Ok(Some(Instructions {
        text,
        is_whole,
        uses: uses.lines,
        syntax: "assembly",
    }))
}

/// The indices of bindings, by their IDs and by their registers.
struct Known<'b> {
    bindings: &'b [BindingRange],
    by_id: BTreeMap<[u32; 2], usize>,
    by_register: BTreeMap<[u32; 3], usize>,
}

impl<'b> Known<'b> {
    fn new(bindings: &'b [BindingRange]) -> Self {
        let (mut by_id, mut by_register) = (BTreeMap::new(), BTreeMap::new());
        for (index, place) in bindings.iter().enumerate() {
            let class = place.class.0;
            by_register
                .entry([class, place.space, place.first])
                .or_insert(index);
            if let Some(id) = place.id {
                by_id.entry([class, id]).or_insert(index);
            }
        }
        Self {
            bindings,
            by_id,
            by_register,
        }
    }

    fn find(&self, id: [u32; 2], register: [u32; 3]) -> Option<usize> {
        let by_register = || self.by_register.get(&register);
        self.by_id.get(&id).or_else(by_register).copied()
    }

    /// The binding of a register such as `cb2` or, in shader model 5.1, of a class and an ID such as `CB2`.
    fn find_word(&self, word: &str) -> Option<usize> {
        let start = word.find(|letter: char| letter.is_ascii_digit())?;
        let (letters, number) = word.split_at(start);
        let number: u32 = number.parse().ok()?;
        let values = ResourceClass::TABLE.values.iter();
        let is = |column: &str| {
            let mut values = values.clone();
            let found = values.find(|value| value.text(column) == letters)?;
            u32::try_from(found.value).ok()
        };
        let by_id = is("dxc_id");
        if let Some(index) = by_id.and_then(|class| self.by_id.get(&[class, number])) {
            return Some(*index);
        }
        // Before shader model 5.1, some declarations also use capital letters.
        let class = is("dxc_bind").or(by_id)?;
        let mut before = self.by_register.range([class, 0, 0]..=[class, 0, number]);
        let (_, index) = before.next_back()?;
        let last = self.bindings.get(*index)?.last;
        (number <= last).then_some(*index)
    }
}

/// Collects the lines that use each binding, up to a limit.
struct Uses {
    lines: Vec<Vec<usize>>,
    left: u64,
}

impl Uses {
    fn new(count: usize, most: u64) -> Self {
        Self {
            lines: vec![Vec::new(); count],
            left: most / BYTES_OF_NUMBER,
        }
    }

    fn add(&mut self, binding: Option<usize>, line: usize) {
        let Some(lines) = binding.and_then(|binding| self.lines.get_mut(binding)) else {
            return;
        };
        if self.left > 0 && lines.last() != Some(&line) {
            self.left -= 1;
            lines.push(line);
        }
    }
}

/// The text of a value, truncated to `most` bytes, and whether it is complete.
pub fn shortened(value: &impl fmt::Display, most: u64) -> (String, bool) {
    let mut text = Bounded::new(String::new(), most);
    let is_whole = write!(text, "{value}").is_ok();
    (text.output, is_whole)
}
