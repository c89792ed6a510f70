//! From metadata to values.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use logos::{Lexer, Logos};

use crate::F32;
use crate::constants::{
    ComparisonFunc, DescriptorRangeFlags, DescriptorRangeType, RootDescriptorFlags, RootFlags,
    RootParameterType, RootSignatureVersion, SamplerFilter, ShaderVisibility, StaticBorderColor,
    StaticSamplerFlags, TextureAddressMode,
};
use crate::hlsl::{RootElement, TableClause};
use crate::rts0::{
    DescriptorRange, DescriptorTable, RootConstants, RootDescriptor, RootParameter, RootPayload,
    RootSignature, StaticSampler,
};
use crate::shape::{EnumTable, EnumValue};

use super::super::Diagnostic;
use super::super::flags::{number, stored, text};
use super::Entry;
use super::token::Token;

/// How many operands are read for each byte of the text, however often nodes refer to the same ones.
const OPERANDS_PER_BYTE: usize = 4;

/// What a text of a few nodes may refer to in any case.
const OPERANDS: usize = 4096;

/// How deep nodes may stand in one another.
const DEEPEST: usize = 8;

/// The root signatures that the metadata of textual IR describes; none if it has no node `dx.rootsignatures`.
///
/// Everything else in the text is skipped. Nodes may have any numbers, stand in any order and be written inline.
///
/// # Errors
/// What is wrong first, and where.
pub fn read(text: &str) -> Result<Vec<Entry>, Diagnostic> {
    let reader = Reader::new(text);
    let Some(&named) = reader.defined.get(super::NAME) else {
        return Ok(Vec::new());
    };
    let mut budget = text.len().saturating_mul(OPERANDS_PER_BYTE) + OPERANDS;
    let pairs = reader.node(named, &mut budget)?;
    let pairs = pairs.operands.iter();
    pairs.map(|pair| reader.entry(pair, &mut budget)).collect()
}

/// What an operand is.
#[derive(Clone, Debug)]
enum Content<'t> {
    Null,
    Function(String),
    Text(&'t str),
    Int(u32),
    Float(F32),
    /// A node that is defined at this byte of the text.
    Node(usize),
    Inline(Vec<Operand<'t>>),
}

/// An operand, and where it stands.
#[derive(Clone, Debug)]
struct Operand<'t> {
    content: Content<'t>,
    span: Range<usize>,
}

/// The operands of a node, and where it stands.
#[derive(Debug)]
struct Node<'t> {
    operands: Vec<Operand<'t>>,
    span: Range<usize>,
}

struct Reader<'t> {
    text: &'t str,
    /// Where the definition of each node continues behind its name.
    defined: BTreeMap<&'t str, usize>,
}

impl<'t> Reader<'t> {
    /// Finds all nodes. A definition begins a line.
    fn new(text: &'t str) -> Self {
        let mut defined = BTreeMap::new();
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let blank = line.len() - line.trim_start().len();
            let named = line
                .get(blank + 1..)
                .filter(|_| line.trim_start().starts_with('!'));
            if let Some((name, rest)) = named.and_then(|named| named.split_once('=')) {
                defined.insert(name.trim_end(), start + line.len() - rest.len());
            }
            start += line.len();
        }
        Self { text, defined }
    }

    /// The node whose definition continues at `at`.
    fn node(&self, at: usize, budget: &mut usize) -> Result<Node<'t>, Diagnostic> {
        let mut words = Words::new(self.text, at);
        if words.peek() == Some(Token::Word) && words.text() == "distinct" {
            words.bump();
        }
        let start = words.span().start;
        words.expect(Token::Bang, "a node, such as `!{..}`")?;
        let operands = self.operands(&mut words, budget, 0)?;
        Ok(Node {
            operands,
            span: start..words.read,
        })
    }

    /// The operands in braces.
    fn operands(
        &self,
        words: &mut Words<'t>,
        budget: &mut usize,
        depth: usize,
    ) -> Result<Vec<Operand<'t>>, Diagnostic> {
        words.expect(Token::Open, "`{`")?;
        let mut operands = Vec::new();
        while words.peek() != Some(Token::Close) {
            let start = words.span().start;
            let spent =
                |_| Diagnostic::new(words.span(), "the same nodes are referred to too often");
            *budget = budget.checked_sub(1).ok_or(()).map_err(spent)?;
            let content = self.operand(words, budget, depth)?;
            operands.push(Operand {
                content,
                span: start..words.read,
            });
            if !words.eat(Token::Comma) {
                break;
            }
        }
        words.expect(Token::Close, "`,` or `}`")?;
        Ok(operands)
    }

    fn operand(
        &self,
        words: &mut Words<'t>,
        budget: &mut usize,
        depth: usize,
    ) -> Result<Content<'t>, Diagnostic> {
        let (token, word, span) = (words.peek(), words.text(), words.span());
        match (token, word) {
            (Some(Token::Node), _) => {
                words.bump();
                let name = word.trim_start_matches('!');
                let defined = self.defined.get(name).copied().map(Content::Node);
                defined.ok_or_else(|| Diagnostic::new(span, format!("`{word}` is defined nowhere")))
            }
            (Some(Token::Text), _) => {
                words.bump();
                Ok(Content::Text(
                    word.get(2..word.len() - 1).unwrap_or_default(),
                ))
            }
            (Some(Token::Bang), _) if depth < DEEPEST => {
                words.bump();
                self.operands(words, budget, depth + 1).map(Content::Inline)
            }
            (Some(Token::Word), "null") => {
                words.bump();
                Ok(Content::Null)
            }
            (Some(Token::Word), "ptr") => {
                words.bump();
                let name = words.expect(Token::Global, "a function, such as `@main`")?;
                Ok(Content::Function(unquoted(name)))
            }
            (Some(Token::Word), "i32") => {
                words.bump();
                let span = words.span();
                let number = words.expect(Token::Number, "a number")?;
                let wrong = || Diagnostic::new(span, "the number does not fit into 32 bits");
                integer(number).map(Content::Int).ok_or_else(wrong)
            }
            (Some(Token::Word), "float") => {
                words.bump();
                let span = words.span();
                let number = words.expect(Token::Number, "a number")?;
                let wrong = || Diagnostic::new(span, "no float has this value");
                float(number).map(Content::Float).ok_or_else(wrong)
            }
            _ => Err(words.unexpected("a node, a string, `null`, `ptr`, `i32` or `float`")),
        }
    }

    /// The node that an operand is.
    fn inner(&self, operand: &Operand<'t>, budget: &mut usize) -> Result<Node<'t>, Diagnostic> {
        match &operand.content {
            Content::Node(at) => self.node(*at, budget),
            Content::Inline(operands) => Ok(Node {
                operands: operands.clone(),
                span: operand.span.clone(),
            }),
            _ => Err(Diagnostic::new(operand.span.clone(), "expected a node")),
        }
    }

    /// A function, its root signature and the version.
    fn entry(&self, operand: &Operand<'t>, budget: &mut usize) -> Result<Entry, Diagnostic> {
        let pair = self.inner(operand, budget)?;
        let [function, elements, version @ ..] = pair.operands.as_slice() else {
            return Err(pair.wrong("a function, a root signature and a version"));
        };
        let function_name = match &function.content {
            Content::Null => None,
            Content::Function(name) => Some(name.clone()),
            _ => {
                return Err(Diagnostic::new(
                    function.span.clone(),
                    "expected a function or `null`",
                ));
            }
        };
        let mut signature = RootSignature::default();
        signature.version = match version {
            // LLVM wrote no version at first, and meant this one.
            [] => RootSignatureVersion::V1_1,
            [version] => known(version)?,
            _ => return Err(pair.wrong("a function, a root signature and a version")),
        };
        let mut flags = None;
        for element in self.inner(elements, budget)?.operands {
            let node = self.inner(&element, budget)?;
            let (name, span) = node.name()?;
            let mut entries = RootElement::TABLE.values.iter();
            let Some(entry) = entries.find(|entry| text(entry, "metadata") == name) else {
                let words = RootElement::TABLE
                    .values
                    .iter()
                    .map(|entry| text(entry, "metadata"));
                let message = format!("`{name}` is no element of a root signature");
                return Err(Diagnostic::new(span, message).meant(name, words));
            };
            let mut fields = Fields::of(&node);
            match RootElement(number(entry)) {
                RootElement::RootFlags if flags.is_some() => {
                    return Err(Diagnostic::new(
                        span,
                        "the root signature has flags already",
                    ));
                }
                RootElement::RootFlags => flags = Some(RootFlags(fields.int("flags")?)),
                RootElement::StaticSampler => {
                    signature
                        .samplers
                        .push(sampler(&mut fields, entry, signature.version)?);
                }
                element => {
                    let mut parameter = RootParameter::default();
                    parameter.parameter_type = RootParameterType(element.0);
                    parameter.visibility = ShaderVisibility(fields.int("a visibility")?);
                    parameter.payload = match element {
                        RootElement::DescriptorTable => {
                            let mut table = DescriptorTable::default();
                            for range in fields.rest.by_ref() {
                                let node = self.inner(range, budget)?;
                                table
                                    .ranges
                                    .push(descriptor_range(&node, signature.version)?);
                            }
                            RootPayload::DescriptorTable(table)
                        }
                        RootElement::RootConstants => {
                            let mut constants = RootConstants::default();
                            constants.shader_register = fields.int("a register")?;
                            constants.register_space = fields.int("a space")?;
                            constants.num_32_bit_values = fields.int("a number of values")?;
                            RootPayload::Constants(constants)
                        }
                        _ => {
                            let mut descriptor = RootDescriptor::default();
                            descriptor.shader_register = fields.int("a register")?;
                            descriptor.register_space = fields.int("a space")?;
                            let table = &RootDescriptorFlags::TABLE;
                            descriptor.flags = RootDescriptorFlags(fields.flags(
                                entry,
                                signature.version,
                                table,
                            )?);
                            RootPayload::Descriptor(descriptor)
                        }
                    };
                    signature.parameters.push(parameter);
                }
            }
            fields.end()?;
        }
        signature.flags = flags.unwrap_or_default();
        Ok(Entry {
            function: function_name,
            signature,
        })
    }
}

impl<'t> Node<'t> {
    fn wrong(&self, expected: &str) -> Diagnostic {
        Diagnostic::new(self.span.clone(), format!("expected {expected}"))
    }

    /// The string that says what a node is.
    fn name(&self) -> Result<(&'t str, Range<usize>), Diagnostic> {
        match self.operands.first() {
            Some(Operand {
                content: Content::Text(name),
                span,
            }) => Ok((name, span.clone())),
            _ => Err(self.wrong("a string that says what the node is")),
        }
    }
}

fn sampler(
    fields: &mut Fields<'_, '_>,
    clause: &EnumValue,
    version: RootSignatureVersion,
) -> Result<StaticSampler, Diagnostic> {
    let mut sampler = StaticSampler::default();
    sampler.filter = SamplerFilter(fields.int("a filter")?);
    sampler.address_u = TextureAddressMode(fields.int("an address mode")?);
    sampler.address_v = TextureAddressMode(fields.int("an address mode")?);
    sampler.address_w = TextureAddressMode(fields.int("an address mode")?);
    sampler.mip_lod_bias = fields.float("a bias")?;
    sampler.max_anisotropy = fields.int("an anisotropy")?;
    sampler.comparison_func = ComparisonFunc(fields.int("a comparison")?);
    sampler.border_color = StaticBorderColor(fields.int("a border color")?);
    sampler.min_lod = fields.float("a level of detail")?;
    sampler.max_lod = fields.float("a level of detail")?;
    sampler.shader_register = fields.int("a register")?;
    sampler.register_space = fields.int("a space")?;
    sampler.visibility = ShaderVisibility(fields.int("a visibility")?);
    // LLVM wrote no flags at first.
    if fields.rest.len() > 0 {
        sampler.flags =
            StaticSamplerFlags(fields.flags(clause, version, &StaticSamplerFlags::TABLE)?);
    }
    Ok(sampler)
}

fn descriptor_range(
    node: &Node<'_>,
    version: RootSignatureVersion,
) -> Result<DescriptorRange, Diagnostic> {
    let (name, span) = node.name()?;
    let Some(clause) = TableClause::TABLE.by_name(name) else {
        let words = TableClause::TABLE.values.iter().map(|entry| entry.name);
        let message = format!("`{name}` is no range of descriptors");
        return Err(Diagnostic::new(span, message).meant(name, words));
    };
    let mut fields = Fields::of(node);
    let mut range = DescriptorRange::default();
    range.range_type = DescriptorRangeType(number(clause));
    range.num_descriptors = fields.int("a number of descriptors")?;
    range.base_shader_register = fields.int("a register")?;
    range.register_space = fields.int("a space")?;
    range.offset_in_descriptors_from_table_start = fields.int("an offset")?;
    let flags = fields.flags(clause, version, &DescriptorRangeFlags::TABLE)?;
    range.flags = DescriptorRangeFlags(flags);
    fields.end()?;
    Ok(range)
}

/// The operands behind the name of a node, one after the other.
struct Fields<'n, 't> {
    rest: core::slice::Iter<'n, Operand<'t>>,
    /// Where the node ends.
    end: Range<usize>,
}

impl<'n, 't> Fields<'n, 't> {
    fn of(node: &'n Node<'t>) -> Self {
        let end = node.span.end;
        Self {
            rest: node.operands.get(1..).unwrap_or_default().iter(),
            end: end.saturating_sub(1)..end,
        }
    }

    fn next(&mut self, what: &str) -> Result<&'n Operand<'t>, Diagnostic> {
        let missing = || Diagnostic::new(self.end.clone(), format!("expected {what}"));
        self.rest.next().ok_or_else(missing)
    }

    fn int(&mut self, what: &str) -> Result<u32, Diagnostic> {
        let operand = self.next(what)?;
        match operand.content {
            Content::Int(number) => Ok(number),
            _ => Err(Diagnostic::new(
                operand.span.clone(),
                format!("expected {what} as an `i32`"),
            )),
        }
    }

    fn float(&mut self, what: &str) -> Result<F32, Diagnostic> {
        let operand = self.next(what)?;
        match operand.content {
            Content::Float(number) => Ok(number),
            _ => Err(Diagnostic::new(
                operand.span.clone(),
                format!("expected {what} as a `float`"),
            )),
        }
    }

    /// The flags of a clause, which must be those that its version means if it has none.
    fn flags(
        &mut self,
        clause: &EnumValue,
        version: RootSignatureVersion,
        table: &'static EnumTable,
    ) -> Result<u32, Diagnostic> {
        let span = self
            .rest
            .as_slice()
            .first()
            .map(|operand| operand.span.clone());
        let given = self.int("flags")?;
        stored(clause, version, table, given).ok_or_else(|| {
            let message = format!(
                "the version has no such flags; it means `{}`",
                text(clause, "flags_before")
            );
            Diagnostic::new(span.unwrap_or_default(), message)
        })
    }

    fn end(mut self) -> Result<(), Diagnostic> {
        match self.rest.next() {
            Some(operand) => Err(Diagnostic::new(
                operand.span.clone(),
                "the node has more operands than it should",
            )),
            None => Ok(()),
        }
    }
}

/// A version that is known, since it decides what everything else means.
fn known(operand: &Operand<'_>) -> Result<RootSignatureVersion, Diagnostic> {
    match operand.content {
        Content::Int(number) if RootSignatureVersion(number).name().is_some() => {
            Ok(RootSignatureVersion(number))
        }
        _ => {
            let versions = RootSignatureVersion::TABLE.values.iter();
            let legal: Vec<String> = versions
                .map(|version| format!("i32 {}", version.value))
                .collect();
            let wrong = Diagnostic::new(operand.span.clone(), "no such version of root signatures");
            Err(wrong.meant("", legal.iter().map(String::as_str)))
        }
    }
}

/// A number, signed or not.
fn integer(word: &str) -> Option<u32> {
    let signed = word.parse::<i32>().ok().map(i32::cast_unsigned);
    signed.or_else(|| word.parse().ok())
}

/// A float: decimal, if that is exact, or the bits of a double.
fn float(word: &str) -> Option<F32> {
    let value = match word.strip_prefix("0x") {
        Some(digits) => f64::from_bits(u64::from_str_radix(digits, 16).ok()?),
        None => word.parse().ok()?,
    };
    #[allow(clippy::cast_possible_truncation)] // Compared right after.
    let single = value as f32;
    (f64::from(single).to_bits() == value.to_bits()).then(|| F32::from(single))
}

/// A global's name without its quotes and escapes.
fn unquoted(word: &str) -> String {
    let name = word.trim_start_matches('@');
    let Some(quoted) = name
        .strip_prefix('"')
        .and_then(|name| name.strip_suffix('"'))
    else {
        return name.into();
    };
    let mut bytes = Vec::new();
    let mut rest = quoted.as_bytes();
    while let Some((byte, behind)) = rest.split_first() {
        let escaped = behind
            .get(..2)
            .and_then(|digits| core::str::from_utf8(digits).ok());
        let escaped = escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (byte, escaped) {
            (b'\\', Some(escaped)) => {
                bytes.push(escaped);
                rest = behind.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(*byte);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The words of the text from some byte on.
struct Words<'t> {
    text: &'t str,
    from: usize,
    lexer: Lexer<'t, Token>,
    next: Option<Result<Token, ()>>,
    /// Where the last word that was read ended.
    read: usize,
}

impl<'t> Words<'t> {
    fn new(text: &'t str, from: usize) -> Self {
        let mut lexer = Token::lexer(text.get(from..).unwrap_or_default());
        let next = lexer.next();
        Self {
            text,
            from,
            lexer,
            next,
            read: from,
        }
    }

    fn peek(&self) -> Option<Token> {
        self.next.and_then(Result::ok)
    }

    fn span(&self) -> Range<usize> {
        let span = self.lexer.span();
        self.from + span.start..self.from + span.end
    }

    fn text(&self) -> &'t str {
        self.text.get(self.span()).unwrap_or_default()
    }

    fn bump(&mut self) {
        self.read = self.span().end;
        self.next = self.lexer.next();
    }

    fn eat(&mut self, token: Token) -> bool {
        let found = self.peek() == Some(token);
        if found {
            self.bump();
        }
        found
    }

    fn expect(&mut self, token: Token, expected: &str) -> Result<&'t str, Diagnostic> {
        let word = self.text();
        match self.eat(token) {
            true => Ok(word),
            false => Err(self.unexpected(expected)),
        }
    }

    fn unexpected(&self, expected: &str) -> Diagnostic {
        let found: String = self.text().chars().take(40).collect();
        let message = match self.next {
            Some(_) => format!("expected {expected}, found `{found}`"),
            None => format!("expected {expected}, but nothing follows"),
        };
        Diagnostic::new(self.span(), message)
    }
}
