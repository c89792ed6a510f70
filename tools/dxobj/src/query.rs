//! The options of `dxobj ls` that select files by the properties of their shaders.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::str::FromStr;
use std::sync::LazyLock;

use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Args, Command};
use dxc_format::constants::{FeatureFlags, ResourceClass, ShaderKind};
use dxc_format::{Container, Result};
use dxc_shader::bindings::letter;
use dxc_text::words::nearest;
use dxil::operations::DxilOpcode;
use globset::{Glob, GlobMatcher};

use crate::part_name::PartName;

/// The options that select files. A file must match all of them.
#[derive(Args, Clone, Debug, Default)]
#[command(
    next_help_heading = "Only list files that match all of these options; each can be repeated"
)]
pub(crate) struct Query {
    /// The shader requires this feature of the device, such as `WaveOps`.
    #[arg(long, value_name = "FEATURE", value_parser = features(), hide_possible_values = true)]
    requires: Vec<String>,
    /// The stage of the shader, such as `ps`; `lib` for a library.
    #[arg(long, value_name = "STAGE", value_parser = stages(), hide_possible_values = true)]
    stage: Vec<String>,
    /// The shader binds a resource to this register: `t4`, `t4,space1`.
    #[arg(long, value_name = "REGISTER")]
    binds: Vec<Register>,
    /// The container has this part, such as `ILDB`.
    #[arg(long, value_name = "FOURCC", value_parser = PartName, hide_possible_values = true)]
    part: Vec<String>,
    /// The DXIL program calls a function with this name; `*` matches any characters: `dx.op.wave*`.
    #[arg(long, value_name = "FUNCTION", value_parser = CalledName, hide_possible_values = true)]
    calls: Vec<String>,
}

impl Query {
    /// Whether no option is given, so that every file matches.
    pub(crate) fn is_empty(&self) -> bool {
        let names = [&self.requires, &self.stage, &self.part, &self.calls];
        names.iter().all(|names| names.is_empty()) && self.binds.is_empty()
    }

    /// Whether a container matches.
    pub(crate) fn matches(&self, container: &Container<'_>) -> Result<bool> {
        let has_part = |name: &String| {
            let mut parts = container.parts();
            parts.any(|part| part.fourcc.to_string() == *name)
        };
        Ok(self.part.iter().all(has_part)
            && self.matches_stage(container)?
            && self.matches_features(container)?
            && self.matches_bindings(container)?
            && self.matches_calls(container)?)
    }

    /// Whether the stage matches. A shader has one stage: it must be one of those that are given.
    fn matches_stage(&self, container: &Container<'_>) -> Result<bool> {
        if self.stage.is_empty() {
            return Ok(true);
        }
        let profile = dxc_shader::target_profile(container)?.map(|profile| profile.to_string());
        let stage = profile
            .as_deref()
            .and_then(|profile| profile.split('_').next());
        Ok(stage.is_some_and(|stage| self.stage.iter().any(|wanted| wanted == stage)))
    }

    /// Whether the features match. SFI0 lists them; without it, the flags of the module do.
    fn matches_features(&self, container: &Container<'_>) -> Result<bool> {
        if self.requires.is_empty() {
            return Ok(true);
        }
        let features = match container.sfi0()? {
            Some(info) => info.flags(),
            None => {
                let module = dxc_shader::dxil_module(container)?;
                module.map_or(FeatureFlags::default(), |module| {
                    dxil::required_features(dxil::shader_flags(&module))
                })
            }
        };
        let mut wanted = self
            .requires
            .iter()
            .filter_map(|name| FeatureFlags::from_name(name));
        Ok(wanted.all(|feature| features.contains(feature)))
    }

    fn matches_bindings(&self, container: &Container<'_>) -> Result<bool> {
        if self.binds.is_empty() {
            return Ok(true);
        }
        let bindings: Vec<_> = match dxc_shader::bindings_part(container) {
            Some(_) => dxc_shader::bindings(container)?.collect(),
            None => Vec::new(),
        };
        let is_bound = |register: &Register| {
            bindings.iter().any(|binding| {
                let is_in_range = binding.first <= register.number
                    && binding.last.is_none_or(|last| register.number <= last);
                letter(binding.class) == register.letter
                    && binding.space == register.space
                    && is_in_range
            })
        };
        Ok(self.binds.iter().all(is_bound))
    }

    fn matches_calls(&self, container: &Container<'_>) -> Result<bool> {
        if self.calls.is_empty() {
            return Ok(true);
        }
        let program = match container.dxil()? {
            Some(program) => Some(program),
            None => container.ildb()?,
        };
        let Some(program) = program else {
            return Ok(false);
        };
        let module = dxil::Module::parse(program.bitcode())?;
        let mut missing: Vec<GlobMatcher> = self
            .calls
            .iter()
            .filter_map(|pattern| matcher(pattern))
            .collect();
        for function in module.functions() {
            let Some(body) = function.body()? else {
                continue;
            };
            for instruction in body.instructions() {
                if let Some(callee) = dxil::callee(&instruction) {
                    let callee = String::from_utf8_lossy(callee);
                    missing.retain(|pattern| !pattern.is_match(&*callee));
                }
                if missing.is_empty() {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

fn matcher(pattern: &str) -> Option<GlobMatcher> {
    Glob::new(pattern).ok().map(|glob| glob.compile_matcher())
}

/// Parses the name of a feature.
fn features() -> PossibleValuesParser {
    let values = FeatureFlags::TABLE.without_markers();
    PossibleValuesParser::new(values.map(|entry| entry.name).collect::<Vec<_>>())
}

/// Parses the stage of a target profile, such as `ps`.
fn stages() -> PossibleValuesParser {
    let stages: BTreeSet<&'static str> = ShaderKind::profile_keys().collect();
    PossibleValuesParser::new(stages)
}

/// A register, such as `t4,space1`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Register {
    letter: String,
    number: u32,
    space: u32,
}

impl FromStr for Register {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let wrong =
            || "a register is a letter and a number, such as `t4` or `t4,space1`".to_owned();
        let (register, space) = text.split_once(',').unwrap_or((text, "space0"));
        let space = space
            .trim()
            .strip_prefix("space")
            .and_then(|space| space.parse().ok());
        let register = register.trim();
        let mut classes = ResourceClass::all_values();
        let letter = register
            .get(..1)
            .filter(|letter| classes.any(|class| class.letter() == Some(*letter)))
            .ok_or_else(wrong)?;
        let number = register.get(1..).and_then(|number| number.parse().ok());
        Ok(Self {
            letter: letter.into(),
            number: number.ok_or_else(wrong)?,
            space: space.ok_or_else(wrong)?,
        })
    }
}

/// The names of the functions of DXIL operations, without the suffix of the overload type.
static FUNCTIONS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let classes = DxilOpcode::all_values().filter_map(DxilOpcode::class);
    classes.map(|class| format!("dx.op.{class}")).collect()
});

/// The function of a DXIL operation with a similar name. If only the first characters are given, they are compared.
fn similar(pattern: &str) -> Option<String> {
    let functions = FUNCTIONS.iter().map(String::as_str);
    match pattern.strip_suffix('*') {
        None => nearest(pattern, functions).map(str::to_owned),
        Some(begin) => {
            let begins = functions.filter_map(|function| function.get(..begin.len()));
            nearest(begin, begins).map(|near| format!("{near}*"))
        }
    }
}

/// Parses the name of a called function. A name that begins with `dx.op.` must match an operation of DXIL.
#[derive(Clone)]
struct CalledName;

impl TypedValueParser for CalledName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> std::result::Result<String, clap::Error> {
        let pattern = StringValueParser::new().parse_ref(command, argument, value)?;
        let functions = &*FUNCTIONS;
        let glob = matcher(&pattern);
        let is_known = !pattern.starts_with("dx.op.")
            || glob.as_ref().is_some_and(|glob| {
                // The overload type follows the class: `dx.op.waveReadLaneFirst.f32`.
                let bare = |function: &String| glob.is_match(function);
                let overloaded = |function: &String| pattern.starts_with(&format!("{function}."));
                functions
                    .iter()
                    .any(|function| bare(function) || overloaded(function))
            });
        if is_known && glob.is_some() {
            return Ok(pattern);
        }
        let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(command);
        if let Some(argument) = argument {
            let argument = ContextValue::String(argument.to_string());
            error.insert(ContextKind::InvalidArg, argument);
        }
        error.insert(
            ContextKind::InvalidValue,
            ContextValue::String(pattern.clone()),
        );
        if let Some(near) = similar(&pattern) {
            error.insert(ContextKind::SuggestedValue, ContextValue::String(near));
        } else {
            let hint = "the functions of DXIL are named as in `dxobj dump`, such as dx.op.waveReadLaneFirst";
            let hint = ContextValue::StyledStrs(vec![hint.into()]);
            error.insert(ContextKind::Suggested, hint);
        }
        Err(error)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let functions = FUNCTIONS.iter().map(String::as_str);
        Some(Box::new(functions.map(PossibleValue::new)))
    }
}
