//! The facts of a shader that several parts state, and the comparison of their statements.
//!
//! Each part states facts with [`Statements::state`]. To add a part, write a function like [`state_programs`] that
//! states its facts.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

use super::rules::{REFLECTED_TARGET, SHADER_MODEL, STAGE, VIEW_ID};
use super::shader::Shader;
use crate::generated::constants::FeatureFlags;
use crate::generated::parts::{DXIL, ILDB, PSV0, RDEF, SFI0, SHDR, SHEX};
use crate::meaning::finding::{Finding, PartPath, Rule};
use crate::meaning::judgement::Judgement;
use crate::runtime::FourCC;

/// A fact that several parts state.
struct Fact {
    /// Its name in messages.
    name: &'static str,
    /// The rule, with its weight and source.
    rule: &'static Rule,
    /// The field of each part that states it.
    fields: &'static [(FourCC, &'static str)],
}

static STAGE_OF_SHADER: Fact = Fact {
    name: "the stage",
    rule: &STAGE,
    fields: &[
        (DXIL, "version"),
        (ILDB, "version"),
        (PSV0, "info.shader_stage"),
    ],
};
static MODEL_OF_SHADER: Fact = Fact {
    name: "the shader model",
    rule: &SHADER_MODEL,
    fields: &[(DXIL, "version"), (ILDB, "version")],
};
static USE_OF_VIEW_ID: Fact = Fact {
    name: "the use of `SV_ViewID`",
    rule: &VIEW_ID,
    fields: &[(PSV0, "info.uses_view_id"), (SFI0, "flags")],
};
static REFLECTED_MODEL: Fact = Fact {
    name: "the shader model",
    rule: &REFLECTED_TARGET,
    fields: &[(SHEX, "version"), (SHDR, "version"), (RDEF, "major")],
};
static REFLECTED_STAGE: Fact = Fact {
    name: "the stage",
    rule: &REFLECTED_TARGET,
    fields: &[(SHEX, "version"), (SHDR, "version"), (RDEF, "stage")],
};
static FACTS: [&Fact; 5] = [
    &STAGE_OF_SHADER,
    &MODEL_OF_SHADER,
    &USE_OF_VIEW_ID,
    &REFLECTED_MODEL,
    &REFLECTED_STAGE,
];

/// The value that a part states for a fact.
struct Statement {
    fact: &'static str,
    rule: &'static Rule,
    place: PartPath,
    value: String,
}

#[derive(Default)]
struct Statements(Vec<Statement>);

impl Statements {
    /// Adds the statement of a part, if the part is one of the fact's witnesses.
    fn state(&mut self, fact: &'static Fact, part: FourCC, value: impl Display) {
        let field = fact.fields.iter().find(|(witness, _)| *witness == part);
        if let Some((_, path)) = field {
            self.add(fact, PartPath::new(part, *path), value);
        }
    }

    /// Adds the statement of a field.
    fn add(&mut self, fact: &'static Fact, place: PartPath, value: impl Display) {
        self.0.push(Statement {
            fact: fact.name,
            rule: fact.rule,
            place,
            value: value.to_string(),
        });
    }

    /// The statements of a fact that differ from the first one.
    fn compare(&self, fact: &'static Fact) -> impl Iterator<Item = Finding> {
        let is_of_fact = |statement: &&Statement| {
            core::ptr::eq(statement.rule, fact.rule) && statement.fact == fact.name
        };
        let mut statements = self.0.iter().filter(is_of_fact);
        let first = statements.next();
        let differing =
            statements.filter(move |other| first.is_some_and(|first| first.value != other.value));
        differing.filter_map(move |other| Some(differ(first?, other)))
    }
}

/// Two parts that state a fact differently.
fn differ(first: &Statement, other: &Statement) -> Finding {
    let Statement { value, place, .. } = first;
    let found = format!("{} is {}, and {value} in {place}", other.fact, other.value);
    Finding::between(other.rule, other.place.clone(), place.clone(), found)
}

/// Compares the statements of the parts.
pub(super) fn check(shader: &Shader<'_>, findings: &mut Judgement) {
    let mut statements = Statements::default();
    #[cfg(feature = "bitcode")]
    state_metadata(shader, &mut statements);
    state_programs(shader, &mut statements);
    state_pipeline(shader, &mut statements);
    state_reflection(shader, &mut statements);
    for fact in FACTS {
        findings.extend(statements.compare(fact));
    }
}

/// Adds the statements of the program's metadata. They come first: DXC's validator compares the others with them.
#[cfg(feature = "bitcode")]
fn state_metadata(shader: &Shader<'_>, statements: &mut Statements) {
    let Some(program) = &shader.program else {
        return;
    };
    let (model, place) = (program.module.shader_model, program.place("shader_model"));
    let version = model.version;
    let (major, minor) = (version.major, version.minor);
    statements.add(&STAGE_OF_SHADER, place.clone(), model.kind);
    statements.add(&MODEL_OF_SHADER, place, format_args!("{major}.{minor}"));
}

fn state_programs(shader: &Shader<'_>, statements: &mut Statements) {
    for (part, version) in shader.programs {
        let Some(version) = version else { continue };
        let (major, minor) = (version.major(), version.minor());
        statements.state(&STAGE_OF_SHADER, part, version.kind());
        statements.state(&MODEL_OF_SHADER, part, format_args!("{major}.{minor}"));
        statements.state(&REFLECTED_MODEL, part, format_args!("{major}.{minor}"));
        statements.state(&REFLECTED_STAGE, part, version.kind());
    }
}

fn state_pipeline(shader: &Shader<'_>, statements: &mut Statements) {
    let Some(psv) = &shader.psv else { return };
    if let Some(stage) = psv.info.shader_stage() {
        statements.state(&STAGE_OF_SHADER, PSV0, stage);
    }
    let (Some(uses), Some(features)) = (psv.info.uses_view_id(), shader.features) else {
        return;
    };
    statements.state(&USE_OF_VIEW_ID, PSV0, uses.get());
    let is_required = features.contains(FeatureFlags::ViewID);
    statements.state(&USE_OF_VIEW_ID, SFI0, is_required);
}

fn state_reflection(shader: &Shader<'_>, statements: &mut Statements) {
    if let Some(definitions) = &shader.definitions {
        let (major, minor) = (definitions.major(), definitions.minor());
        statements.state(&REFLECTED_MODEL, RDEF, format_args!("{major}.{minor}"));
        statements.state(&REFLECTED_STAGE, RDEF, definitions.stage());
    }
}
