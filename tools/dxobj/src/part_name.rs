//! Parses names of parts on the command line. Any FourCC is accepted; shells complete the known ones.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use dxc_format::parts;

/// Parses the name of a part: a FourCC or a number.
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
