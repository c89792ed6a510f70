//! The rules for the shaders of a pipeline: each is a message of the debug layer.

use crate::finding::{Rule, Severity};
use crate::pipelines::D3D12MessageId as Id;

/// A rule for the shaders of a pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LinkageRule {
    /// The name, the requirement, the text of the debug layer, and the source. In the text, `{before}` and `{stage}` are the
    /// two stages, and `{semantic}` is the semantic name; `{}` is the rest.
    pub rule: Rule,
    /// The message of the debug layer.
    pub message: Id,
}

const MAPPING: &str = "Direct3D 11.3 functional specification, 4.4.3.2 Stage-to-Stage Interface";
const GENERATED: &str =
    "Direct3D 11.3 functional specification, 4.4.4 System Generated Values, 23 and 24";
const TESSELLATION: &str = "Direct3D 12, text of the message in d3d12SDKLayers.dll";
const REPORTS: &str = "text of the message in public reports";
const MESH: &str = "DirectX-Specs, MeshShader.md";
const PIPELINE: &str = "Direct3D 12, text of the message in D3D12Core.dll";
const PRECISION: &str = "Direct3D 11.3 functional specification, minimum precision; text of the message in public reports";

macro_rules! rules {
    ($($constant:ident = $name:literal, $message:expr, $requirement:literal, $text:expr, $source:expr $(, $severity:expr)?;)*) => {
        $(
            #[doc = concat!("`", $name, "`: ", $requirement, ".")]
            pub static $constant: LinkageRule = LinkageRule {
                rule: Rule::new($name, $requirement, $source).message($text)$(.severity($severity))?,
                message: $message,
            };
        )*

        /// Every rule of this module, in its order.
        pub static ALL: &[&LinkageRule] = &[$(&$constant),*];
    };
}

/// The beginning of the messages about two stages.
macro_rules! incompatible {
    ($text:literal) => {
        concat!(
            "{before} - {stage} linkage error: Signatures between stages are incompatible. ",
            $text
        )
    };
}

/// The beginning of the messages about hull and domain shaders.
macro_rules! tessellated {
    ($text:literal) => {
        concat!("Hull Shader to Domain Shader linkage error: Signatures for {} between stages are incompatible. ", $text)
    };
}

rules! {
    // Rules for two consecutive stages.
    SEMANTIC_NOT_FOUND = "linkage-semantic", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_SEMANTICNAME_NOT_FOUND,
        "the stage before writes each semantic that a stage reads, unless the system makes it",
        incompatible!("The input stage requires Semantic/Index ({}) as input, but it is not provided by the output stage."),
        GENERATED;
    REGISTER = "linkage-register", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_REGISTERINDEX,
        "a semantic is in one register in both stages",
        incompatible!("Semantic '{semantic}' is defined for mismatched hardware registers between the output stage and input stage."),
        MAPPING;
    COMPONENT_TYPE = "linkage-type", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_COMPONENTTYPE,
        "a semantic has one type of components in both stages",
        incompatible!("Semantic '{semantic}' has mismatched data types between the output stage and input stage."),
        MAPPING;
    MASK = "linkage-mask", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_REGISTERMASK,
        "the stage before has all components of a semantic that a stage has",
        incompatible!("Semantic '{semantic}' of the input stage has a hardware register component mask that is not a subset of the output of the previous stage."),
        MAPPING;
    MESH_MASK = "linkage-mesh-mask", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_REGISTERMASK,
        "a semantic of a mesh shader has as many components in the pixel shader",
        incompatible!("Semantic '{semantic}' of the input stage has a hardware register component mask that does not match the output of the previous stage."),
        PIPELINE;
    SYSTEM_VALUE = "linkage-system-value", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_SYSTEMVALUE,
        "a semantic is one system value in both stages",
        incompatible!("Semantic '{semantic}' has a different system value defined in the output stage vs input stage."),
        PIPELINE;
    NEVER_WRITTEN = "linkage-never-written", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_NEVERWRITTEN_ALWAYSREADS,
        "the stage before writes the components that a stage always reads",
        "{before} - {stage} linkage error: Stages are incompatible with each other. Semantic '{semantic}' is always read by the downstream shader, but never written by the upstream shader (even though the semantic is present in its output signature).",
        REPORTS;
    MIN_PRECISION = "linkage-min-precision", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_MINPRECISION,
        "a semantic has one minimum precision in both stages",
        incompatible!("Semantic '{semantic}' in each signature have different min precision levels, when they must be identical."),
        PRECISION;

    // Rules for a hull and a domain shader.
    HS_DS_LENGTH = "hs-ds-length", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_HS_DS_SIGNATURE_MISMATCH,
        "a domain shader takes all control points and patch constants of the hull shader",
        "Hull Shader to Domain Shader linkage error: Signatures {} between stages are different lengths. The signatures for both Patch Constant Data and Control Points between Hull Shader and Domain Shader must match exactly. This is a stricter requirement than the linkage between other shader stages.",
        TESSELLATION;
    HS_DS_NAME = "hs-ds-name", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_HS_DS_SIGNATURE_MISMATCH,
        "entries of hull and domain shader have the same semantic name",
        "Hull Shader to Domain Shader linkage error: Signatures for {}.",
        TESSELLATION;
    HS_DS_INDEX = "hs-ds-index", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_HS_DS_SIGNATURE_MISMATCH,
        "entries of hull and domain shader have the same semantic index",
        "Hull Shader to Domain Shader linkage error: Signatures for {}.",
        TESSELLATION;
    HS_DS_REGISTER = "hs-ds-register", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_REGISTERINDEX,
        "an entry is in one register in hull and domain shader",
        tessellated!("Semantic '{semantic}' is defined for mismatched hardware registers between the output stage and input stage."),
        MAPPING;
    HS_DS_TYPE = "hs-ds-type", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_COMPONENTTYPE,
        "an entry has one type of components in hull and domain shader",
        tessellated!("Semantic '{semantic}' has mismatched data types between the output stage and input stage."),
        TESSELLATION;
    HS_DS_MASK = "hs-ds-mask", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_REGISTERMASK,
        "an entry has the same components in hull and domain shader",
        tessellated!("Semantic '{semantic}' in each signature have different component masks, when they must be identical. This is a stricter requirement than the linkage between other shader stages."),
        TESSELLATION;
    HS_DS_SYSTEM_VALUE = "hs-ds-system-value", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_SYSTEMVALUE,
        "an entry is one system value in hull and domain shader",
        tessellated!("Semantic '{semantic}' has different System Value defined for the input vs output stages."),
        TESSELLATION;
    HS_DS_NEVER_WRITTEN = "hs-ds-never-written", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_NEVERWRITTEN_ALWAYSREADS,
        "a hull shader writes the components that the domain shader always reads",
        tessellated!("Semantic '{semantic}' is always read by the Domain Shader, but never written by the Hull Shader (even though the semantic is present in its output signature)."),
        TESSELLATION;
    HS_DS_MIN_PRECISION = "hs-ds-min-precision", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_LINKAGE_MINPRECISION,
        "an entry has one minimum precision in hull and domain shader",
        tessellated!("Semantic '{semantic}' in each signature have different min precision levels, when they must be identical."),
        TESSELLATION;
    HS_XOR_DS = "hs-xor-ds", Id::CREATEGRAPHICSPIPELINESTATE_HS_XOR_DS_MISMATCH,
        "a pipeline has both a hull and a domain shader, or neither",
        "When using tessellation, both the Hull Shader and Domain Shader must be set. Otherwise, both must be NULL.",
        TESSELLATION;
    CONTROL_POINTS = "hs-ds-control-points", Id::CREATEGRAPHICSPIPELINESTATE_HS_DS_CONTROL_POINT_COUNT_MISMATCH,
        "a domain shader takes as many control points as the hull shader outputs",
        "Mismatched Control Point counts. Current Hull Shader defines output Control Point count per patch of {}.",
        TESSELLATION;
    TESSELLATOR_DOMAIN = "hs-ds-domain", Id::CREATEGRAPHICSPIPELINESTATE_HS_DS_TESSELLATOR_DOMAIN_MISMATCH,
        "hull and domain shader have one tessellator domain",
        "Mismatched Tessellator Domain. Current Hull Shader declares {} domain.",
        TESSELLATION;

    // Rules for input layouts.
    INPUT_MISSING = "input-layout-element", Id::CREATEINPUTLAYOUT_MISSINGELEMENT,
        "an input layout has each semantic that the vertex shader reads, unless the system makes it",
        "The provided input signature expects to read an element with SemanticName/Index: '{semantic}'/{}, but the declaration doesn't provide a matching name.",
        TESSELLATION;
    INPUT_TYPE = "input-layout-type", Id::CREATEINPUTLAYOUT_TYPE_MISMATCH,
        "the format of an element has the type that the vertex shader reads",
        "The provided input signature expects to read an element with SemanticName/Index: '{semantic}'/{}.  This is not an error, since behavior is well defined: The element format determines what data conversion algorithm gets applied before it shows up in a shader register. Independently, the shader input signature defines how the shader will interpret the data that has been placed in its input registers, with no change in the bits stored.  It is valid for the application to reinterpret data as a different type once it is in the vertex shader, so this warning is issued just in case reinterpretation was not intended by the author.",
        TESSELLATION, Severity::Lint;
    INPUT_DUPLICATE = "input-layout-duplicate", Id::CREATEINPUTLAYOUT_DUPLICATESEMANTIC,
        "the semantics of an input layout are unique",
        "{}.  All Semantics in the Input Layout must be unique.  This error is only printed on the first occurence detected.",
        TESSELLATION;

    // Rules for primitives.
    PATCH_TOPOLOGY = "hs-topology", Id::CREATEGRAPHICSPIPELINESTATE_HULL_SHADER_INPUT_TOPOLOGY_MISMATCH,
        "a pipeline with a hull shader draws patches",
        "When using tessellation, the primitive topology type must be D3D12_PRIMITIVE_TOPOLOGY_TYPE_PATCH.",
        TESSELLATION;
    GS_TESSELLATED = "gs-tessellated-primitive", Id::CREATEGRAPHICSPIPELINESTATE_GS_INPUT_PRIMITIVE_MISMATCH,
        "a geometry shader takes the primitives of the tessellator, without adjacency",
        "The declared input primitive type in the current Geometry Shader does not match the current Tessellator output topology (defined by the Hull Shader).",
        PIPELINE;
    GS_TOPOLOGY = "gs-topology", Id::CREATEGRAPHICSPIPELINESTATE_GS_INPUT_PRIMITIVE_MISMATCH,
        "a geometry shader takes the primitives of the topology",
        "The declared input primitive type in the current Geometry Shader does not match the input topology.",
        PIPELINE;
    NO_POSITION = "rasterizer-position", Id::CREATEGRAPHICSPIPELINESTATE_POSITION_NOT_PRESENT,
        "the last stage before a pixel shader writes SV_Position",
        "Rasterization Unit is enabled (PixelShader is not NULL or Depth/Stencil test is enabled and RasterizedStream is not D3D12_SO_NO_RASTERIZED_STREAM) but position is not provided by the last shader before the Rasterization Unit.",
        PIPELINE;

    // Rules for mesh shaders.
    AS_WITHOUT_MS = "as-without-ms", Id::CREATEGRAPHICSPIPELINESTATE_AS_NOT_MS_MISMATCH,
        "a pipeline with an amplification shader has a mesh shader",
        "When using amplification shader, the mesh shader must be set as well.",
        MESH;
    PAYLOAD_SIZE = "payload-size", Id::CREATEMESHSHADER_MISMATCHEDASMSPAYLOADSIZE,
        "the payloads of amplification and mesh shader have one size",
        "The output size of the Amplification shader {}.",
        MESH;

    // Rules for the pipeline as a whole.
    SHADER_MODELS = "shader-models", Id::CREATEGRAPHICSPIPELINESTATE_SHADER_MODEL_MISMATCH,
        "all shaders are DXIL, or none is",
        "Graphics pipeline state mixes shader model 6.0 or above with 5.1 or below.",
        PIPELINE;
}
