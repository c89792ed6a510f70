//! The rules for the parts of a container, and for the properties that several parts state.

use crate::finding::{Rule, Severity, rules};

/// The severity of rules that DXC's validator enforces: it compares each part with the one that it generates from the
/// module.
pub(super) const VALIDATOR: Severity = Severity::Validator { since: "1.0" };

const PARTS: &str = "DXC DxilContainerValidation.cpp, `ValidateDxilContainerParts`";
const LAYOUT: &str = "DXC DxilContainer.cpp, `IsValidDxilContainer`";
const SIGNATURES: &str = "DXC DxilContainerAssembler.cpp, `DxilProgramSignatureWriter`";
const FEATURES: &str = "DXC DxilShaderFlags.cpp, `ShaderFlags::CollectShaderFlags`";
pub(super) const RUNTIME_DATA: &str = "DXC DxilContainerAssembler.cpp, `DxilRDATWriter`";

rules! {
    // Rules for the parts of a container.
    UNREADABLE = "unreadable", "a part can be read as its type",
        "the schema of the part", Severity::Unreadable;
    // DXC's validator and the runtime do not read these parts.
    TOOLS_UNREADABLE = "unreadable-for-tools", "reflection data and the name of the PDB file of a DXIL shader can be read",
        "the schema of the part", Severity::Lint;
    CONTAINER_VERSION = "container-version", "the major version of the container format is `MAJOR`",
        LAYOUT, VALIDATOR;
    PART_GAP = "part-gap", "parts follow one another without gaps, from the directory to the end",
        LAYOUT, VALIDATOR;
    PART_ORDER = "part-order", "a part begins where the parts before it have ended",
        "LLVM DXContainer.cpp, `DXContainer::parsePartOffsets`", Severity::Llvm;
    PART_REPEATED = "part-repeated", "each part is there once",
        PARTS, VALIDATOR;
    PART_UNIQUE = "part-unique", "a container has one part SFI0, HASH, PSV0 and RTS0, and one of each program",
        "LLVM DXContainer.cpp, `DXContainer::parsePartOffsets`", Severity::Llvm;
    PROGRAM_MISSING = "program-missing", "a container with PSV0 has a program, whose stage determines how to read PSV0",
        "LLVM DXContainer.cpp, `DXContainer::parsePartOffsets`", Severity::Llvm;
    PART_LAYOUT = "part-layout", "a part has the bytes that DXC writes for its values: their order, padding and reserved bytes",
        "DXC DxilContainerValidation.cpp, `VerifyBlobPartMatches`", VALIDATOR;
    HASH_SIZE = "hash-size", "HASH has no bytes after its digest",
        PARTS, VALIDATOR;
    PART_END = "part-end", "a part ends after its last field, unless it has a newer version",
        "the schema of the part", Severity::Lint;
    NEWER_STRINGS = "newer-strings", "VERS has no strings that only a newer version knows",
        "DXC DxilContainer.h, `DxilCompilerVersion`", Severity::Lint;
    PROGRAM_SIZE = "program-size", "the words that the header of a program counts are in its part",
        "DXC DxilContainer.h, `IsValidDxilProgramHeader`", VALIDATOR;
    PROGRAM_PART = "program-part", "a container with PSV0 or RDAT has a part DXIL",
        "DXC DxilValidation.cpp, `ValidateLoadModuleFromFullContainer`", VALIDATOR;
    PART_MISSING = "part-missing", "a shader has the parts of its stage",
        PARTS, VALIDATOR;
    PART_STRAY = "part-stray", "a shader has only parts of its stage",
        PARTS, VALIDATOR;
    PRIVATE_DATA_LAST = "private-data-last", "private data is the last part, because its size may be odd",
        "DXC DxilContainerAssembler.cpp, `SerializeDxilContainerForModule`", Severity::Lint;

    // Rules for properties that several parts state.
    STAGE = "stage", "all parts state one stage",
        "DXC DxilContainerValidation.cpp, `PSVContentVerifier::Verify`", VALIDATOR;
    // LLVM's tools read the stage from the header; DXC's validator reads it from the metadata.
    PROGRAM_STAGE = "program-stage", "the header of a program has the stage of its metadata",
        "LLVM DXContainer.h, `dxbc::ProgramHeader`", Severity::Lint;
    SHADER_MODEL = "shader-model", "all programs have one shader model",
        "DXC DxilContainerValidation.cpp, `SmProgramVersion`", VALIDATOR;
    VIEW_ID = "view-id", "PSV0 and SFI0 agree on whether the shader uses `SV_ViewID`",
        "DXC DxilPipelineStateValidation.cpp, `SetupPSVInitInfo`", VALIDATOR;
    REFLECTED_TARGET = "reflected-target", "the reflection data has the program's stage and shader model",
        "WDK d3d11TokenizedProgramFormat.hpp, version token", Severity::Lint;

    // Rules for the elements of ISG1, OSG1 and PSG1, compared with those of PSV0 and of the program.
    ELEMENT_MISSING = "signature-element-missing", "a signature has the elements of PSV0 and of the program",
        SIGNATURES, VALIDATOR;
    // DXC before 1.6 stored an element of a mesh shader once for each vertex.
    ELEMENT_REPEATED = "signature-element-repeated", "a signature has an element of a mesh shader once",
        SIGNATURES, Severity::Lint;
    ELEMENT_NAME = "signature-name", "an element has the name, or the system value, of PSV0 and of the program",
        SIGNATURES, VALIDATOR;
    ELEMENT_INDEX = "signature-index", "an element has the semantic index that PSV0 and the program have for its row",
        SIGNATURES, VALIDATOR;
    ELEMENT_SYSTEM_VALUE = "signature-system-value", "the system value of an element follows from its kind",
        "DXC DxilContainerAssembler.cpp, `SemanticKindToSystemValue`", VALIDATOR;
    ELEMENT_TYPE = "signature-type", "an element has the component type of PSV0 and of the program",
        "DXC DxilContainerAssembler.cpp, `CompTypeToSigCompType`", VALIDATOR;
    ELEMENT_REGISTER = "signature-register", "an element has the register of its row, or none",
        SIGNATURES, VALIDATOR;
    ELEMENT_MASK = "signature-mask", "an element has the columns of PSV0 and of the program",
        SIGNATURES, VALIDATOR;
    ELEMENT_STREAM = "signature-stream", "an element is in the stream of PSV0 and of the program",
        SIGNATURES, VALIDATOR;
    ELEMENT_PRECISION = "signature-precision", "the minimum precision of an element is that of its type, or the default",
        "DXC DxilContainerAssembler.cpp, `CompTypeToSigMinPrecision`", VALIDATOR;
    ELEMENT_USE = "signature-use", "an element is used in components that it has, and those that others depend on are used",
        "DXC DxilPreparePasses.cpp; DXC ComputeViewIdStateBuilder.cpp", VALIDATOR;

    ELEMENT_NAMELESS = "signature-nameless", "an element has a name",
        "LLVM DXContainer.cpp, `DirectX::Signature::initialize`", Severity::Llvm;

    // Rules for RTS0.
    ROOT_VERSION = "root-version", "the root signature of a DXIL shader has a version that DXC's validator reads: 1.0 or 1.1",
        "DXC DxilRootSignature.h, `DxilRootSignatureVersion`", VALIDATOR;
    ROOT_PAYLOAD = "root-payload", "the payload of a parameter ends before the static samplers",
        "LLVM DXContainer.h, `DirectX::RootSignature::getParameter`", Severity::Llvm;
    ROOT_RANGES = "root-ranges", "the ranges of a table follow its header",
        "LLVM DXContainer.h, `DirectX::DescriptorTableView::read`", Severity::Llvm;

    // Rules for SFI0.
    FEATURE = "feature", "a feature is required if other parts imply it, and not if they exclude it",
        FEATURES, VALIDATOR;
    FEATURE_FUNCTIONS = "feature-functions", "a library requires the features of its functions",
        "DXC DxilModule.cpp, `DxilModule::CollectShaderFlagsForModule`", VALIDATOR;

    // Rules for RDAT and RDEF.
    FUNCTION_KIND = "function-kind", "the stages and the target of a function are those of its kind",
        RUNTIME_DATA, VALIDATOR;
    RESOURCE_MISSING = "resource-missing", "all parts list the same ranges of registers",
        RUNTIME_DATA, VALIDATOR;
    // DXC's validator does not read RDEF.
    REFLECTED_RESOURCE = "reflected-resource", "the reflection data lists the ranges of registers that other parts list",
        "WDK d3d11shader.h, `D3D11_SHADER_INPUT_BIND_DESC`", Severity::Lint;
    REFERENCE = "reference", "a reference of RDAT has a target: a row, a list or a string",
        RUNTIME_DATA, VALIDATOR;
    RESOURCE_RANGE = "resource-range", "the first register of a resource is not after the last",
        RUNTIME_DATA, VALIDATOR;
}
