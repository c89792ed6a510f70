//! A mismatch between two stages, described like in the debug layer.

use alloc::string::{String, ToString};
use core::fmt;

use super::rules::LinkageRule;
use super::stage::StageElement;
use crate::finding::{PartPath, Rule, Severity, shown_text};
use crate::pipelines::{D3D11MessageId, D3D12MessageId, PipelineStage};

/// A mismatch of the stages of a pipeline.
///
/// It displays as the text of the debug layer, with the number and the name of the message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mismatch {
    /// The rule: one of [`rules`](super::rules), or of [those of root signatures](crate::root_signature::rules).
    pub rule: &'static Rule,
    /// The message of Direct3D 12.
    pub message: D3D12MessageId,
    /// The stage that does not match.
    pub stage: PipelineStage,
    /// The stage that it is compared with, if any.
    pub before: Option<PipelineStage>,
    /// The semantic, such as `TEXCOORD0`, if the mismatch is about one.
    pub semantic: Option<Semantic>,
    /// The field of the stage, if there is one.
    pub place: Option<PartPath>,
    /// The field of the stage before, if there is one.
    pub against: Option<PartPath>,
    /// The text of the debug layer.
    pub text: String,
    /// The two values, such as `is r0.xy, but r1.xy in the vertex shader`; empty if the text has them.
    pub found: String,
}

/// A semantic: its name and index.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Semantic {
    /// The name; truncated if it is long.
    pub name: String,
    /// The index.
    pub index: u32,
}

impl Semantic {
    pub(super) fn of(element: &StageElement) -> Self {
        Self {
            name: shown_text(&element.name),
            index: element.element.index,
        }
    }
}

/// For example `TEXCOORD0`.
impl fmt::Display for Semantic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.index)
    }
}

impl Mismatch {
    /// A mismatch of a stage; `value` replaces `{}` in its text.
    pub(super) fn new(
        rule: &'static LinkageRule,
        stage: PipelineStage,
        before: Option<PipelineStage>,
        value: &str,
    ) -> Self {
        let text = rule.rule.message.replace("{stage}", title(stage));
        let text = text.replace("{before}", before.map_or("", title));
        let text = text.replacen("{}", value, 1);
        Self {
            before,
            ..Self::of_rule(&rule.rule, rule.message, stage, text)
        }
    }

    /// A mismatch between a stage and a root signature.
    pub(super) fn of_rule(
        rule: &'static Rule,
        message: D3D12MessageId,
        stage: PipelineStage,
        text: String,
    ) -> Self {
        Self {
            rule,
            message,
            stage,
            before: None,
            semantic: None,
            place: None,
            against: None,
            text,
            found: String::new(),
        }
    }

    /// This mismatch, with the semantic of an element.
    pub(super) fn about(self, element: &StageElement) -> Self {
        let semantic = Semantic::of(element);
        Self {
            text: self.text.replace("{semantic}", &semantic.name),
            semantic: Some(semantic),
            ..self
        }
    }

    /// This mismatch, at a field.
    pub(super) fn at(self, place: Option<PartPath>, against: Option<PartPath>) -> Self {
        Self {
            place,
            against,
            ..self
        }
    }

    /// This mismatch, with the two values.
    pub(super) fn found(self, found: impl fmt::Display) -> Self {
        Self {
            found: found.to_string(),
            ..self
        }
    }

    /// Whether the message is a warning, so that the pipeline is created nevertheless.
    pub fn is_warning(&self) -> bool {
        self.rule.severity == Severity::Lint
    }

    /// The message of Direct3D 11 with the same meaning.
    pub fn d3d11(&self) -> Option<D3D11MessageId> {
        self.message.d3d11()
    }
}

/// The name of a stage in messages, such as `Vertex Shader`.
pub fn title(stage: PipelineStage) -> &'static str {
    stage.title().unwrap_or("?")
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [ #{}: {} ]", self.text, self.message.0, self.message)
    }
}
