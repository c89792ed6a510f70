//! Names of parts on the command line: any FourCC is accepted, and shells complete those of the format.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use dxc_format::parts;

/// Reads the name of a part: a FourCC or a number.
#[derive(Clone)]
pub(crate) struct PartName;

impl TypedValueParser for PartName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let fourccs = parts::PARTS.iter().map(|part| &part.fourcc.0);
        let mut names: Vec<&str> = fourccs
            .filter_map(|name| str::from_utf8(name).ok())
            .collect();
        names.sort();
        names.dedup();
        Some(Box::new(names.into_iter().map(PossibleValue::new)))
    }
}
