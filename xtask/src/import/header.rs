//! Reads the header that includes a `.def` file: the C++ type that is made from each macro, and the names of the
//! macro's parameters there.

use super::Problem;
use super::tokens::{Token, tokens};

/// A C++ type that is made from a macro's rows.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Declared {
    pub(super) macro_name: String,
    pub(super) parameters: Vec<String>,
    /// The type with its namespaces; empty until the type is found.
    pub(super) cpp: String,
    /// Whether the type is an enum, not a structure of bit-fields.
    pub(super) is_enum: bool,
    /// The width of its integer type, if the header states it.
    pub(super) bits: Option<u32>,
    pub(super) holds: Holds,
}

/// The content of the macro's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Values,
    Masks,
    Bits,
}

/// Finds the types in a header that includes the file `included`.
pub(super) fn declared(text: &str, included: &str) -> Result<Vec<Declared>, Problem> {
    let tokens: Vec<Token> = tokens(text)?.into_iter().map(|(token, _)| token).collect();
    let mut found: Vec<Declared> = Vec::new();
    let mut defined: Option<Declared> = None;
    // The names before the open braces; only those of namespaces are used.
    let mut open: Vec<Option<String>> = Vec::new();
    let mut namespace = None;
    let mut rest = tokens.as_slice();
    while let [token, behind @ ..] = rest {
        rest = behind;
        match token {
            Token::Directive(line) => {
                if let Some(definition) = line.trim_start().strip_prefix("define ") {
                    defined = define(definition);
                } else if line.trim_start().starts_with("include") && line.contains(included) {
                    found.extend(defined.take().filter(|defined| !defined.cpp.is_empty()));
                }
            }
            Token::Word(word) if word == "namespace" => {
                let names = rest.iter().map_while(|token| match token {
                    Token::Word(name) => Some(name.as_str()),
                    Token::Sign(':') => Some(""),
                    _ => None,
                });
                let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
                namespace = Some(names.join("::"));
            }
            Token::Word(word) if word == "enum" || word == "struct" => {
                if let Some(defined) = defined.as_mut().filter(|defined| defined.cpp.is_empty())
                    && let Some((cpp, bits)) = type_named(rest, &open)
                {
                    defined.is_enum = word == "enum";
                    (defined.cpp, defined.bits) = (cpp, bits);
                }
            }
            Token::Word(word) if word == "LLVM_MARK_AS_BITMASK_ENUM" => {
                if let Some(last) = found.last_mut().filter(|_| defined.is_none()) {
                    last.holds = Holds::Masks;
                }
            }
            Token::Sign('{') => open.push(namespace.take()),
            Token::Sign('}') => drop(open.pop()),
            Token::Sign(';' | '=') => namespace = None,
            _ => {}
        }
    }
    Ok(found)
}

/// Parses `MACRO(Parameter, ..) body`.
fn define(definition: &str) -> Option<Declared> {
    let (name, rest) = definition.split_once('(')?;
    let (parameters, body) = rest.split_once(')')?;
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let are_bits = body.contains("<<") || body.trim_start().starts_with("bool ");
    name.chars().all(is_name).then(|| Declared {
        macro_name: name.to_owned(),
        parameters: parameters
            .split(',')
            .map(|name| name.trim().to_owned())
            .collect(),
        cpp: String::new(),
        is_enum: false,
        bits: None,
        holds: if are_bits { Holds::Bits } else { Holds::Values },
    })
}

/// The name after `enum` or `struct`, and the integer type after its colon.
fn type_named(rest: &[Token], open: &[Option<String>]) -> Option<(String, Option<u32>)> {
    let rest = match rest {
        [Token::Word(word), rest @ ..] if word == "class" => rest,
        rest => rest,
    };
    let [Token::Word(name), rest @ ..] = rest else {
        return None;
    };
    let bits = match rest {
        [Token::Sign(':'), Token::Word(integer), ..] => integer
            .strip_prefix("uint")
            .and_then(|bits| bits.strip_suffix("_t")?.parse().ok()),
        _ => None,
    };
    let names = open
        .iter()
        .flatten()
        .map(String::as_str)
        .chain([name.as_str()]);
    Some((names.collect::<Vec<_>>().join("::"), bits))
}
