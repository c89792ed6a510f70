//! The rules for PSV0, and their sources.

use crate::finding::{Rule, Severity, rules};

/// The severity of rules that a signed file never breaks: the validator compares PSV0 with its module.
const SIGNED: Severity = Severity::Validator { since: "1.0" };

rules! {
    WRITABLE = "psv-writable", "counts, strides and masks agree with the version, the stage and the vectors"
        => "it cannot be written: {}",
        "DXC DxilPipelineStateValidation.h, `ReadOrWrite`", Severity::Runtime;
    STAGE = "psv-stage", "the stage is one of a pipeline"
        => "the stage {} is not one of a pipeline",
        "DXC DxilContainerAssembler.cpp, `DxilPSVWriter`", SIGNED;
    THREADS = "psv-threads", "a stage that runs in groups has at least 1 thread along each axis, and no other has any"
        => "a group cannot have {}",
        "DXC DxilPipelineStateValidation.h, `PSVRuntimeInfo2`", SIGNED;
    WAVE = "psv-wave-lanes", "the minimum wave size does not exceed the maximum"
        => "a wave has at least {} lanes",
        "DXC DxilPipelineStateValidation.h, `PSVRuntimeInfo0`", SIGNED;
    WAVE_SIZE = "psv-wave-size", "a compute shader may require wave sizes that are powers of two from 4 to 128; other stages run with any"
        => "the wave sizes are {}",
        "DXC DxilPipelineStateValidation.cpp, `SetShaderProps`", SIGNED;
    RANGE = "psv-resource-range", "the first register is not after the last"
        => "the last register is {}",
        "DXC DxilPipelineStateValidation.h, `PSVResourceBindInfo0`", SIGNED;
    RESOURCE_KIND = "psv-resource-kind", "the shape of a resource is one that its view can have"
        => "the view does not match the kind: {}",
        "DXC DxilPipelineStateValidation.cpp, `InitPSVResourceBinding`", SIGNED;
    RESOURCE_VERSION = "psv-resource-version", "resources are in the newest version that is not newer than the info's"
        => "records take {}",
        "DXC DxilPipelineStateValidation.h, `PSVInitInfo`", SIGNED;
    KNOWN = "psv-known-value", "the value is known",
        "LLVM DXContainerConstants.def", SIGNED;
    ELEMENTS = "psv-stage-elements", "only stages that have a signature have its elements"
        => "the stage has no such signature: {}",
        "DXC DxilSigPoint.inl", SIGNED;
    STREAMS = "psv-streams", "outputs are in streams that the stage has"
        => "the stage has no such stream: {}",
        "DXC DxilPipelineStateValidation.h, `ReadOrWrite`", SIGNED;
    SHAPE = "psv-element-shape", "an element has 1 to `MAX_ELEMENT_ROWS` rows, and columns that end within their vectors"
        => "an element cannot have {}",
        "DXC DxilContainerAssembler.cpp, `SetPSVSigElement`", SIGNED;
    VECTORS = "psv-element-vectors", "an element with a place ends within the vectors that the info counts"
        => "the element has {}",
        "DXC DxilPipelineStateValidation.h, `PSVRuntimeInfo1`", SIGNED;
    OVERLAP = "psv-element-overlap", "no two elements share components"
        => "another element has some of {}",
        "DXC DxilValidation.cpp, `Meta.SignatureOverlap`", SIGNED;
    BOOLEAN = "psv-boolean", "a boolean is 0 or 1"
        => "the boolean is {}",
        "DXC DxilContainerValidation.cpp, `PSVContentVerifier::VerifyEntryProperties`", SIGNED;
    IMPLIED = "psv-implied", "a flag of the stage matches the elements"
        => "the flag is {}",
        "DXC DxilPipelineStateValidation.cpp, `SetShaderProps`", SIGNED;
    VECTORS_USED = "psv-vectors", "a signature has the vectors of its elements"
        => "there are {}",
        "DXC DxilSignature.cpp, `DxilSignature::NumVectorsUsed`", SIGNED;
    STAGE_VALUE = "psv-stage-value", "a value of the stage is one that shaders of the stage can have"
        => "the value is {}",
        "DXC DxilPipelineStateValidation.cpp, `SetShaderProps`; DXC DxilValidation.cpp, `ValidateShaderState`", SIGNED;
    PLACE = "psv-element-place", "an element that is not packed into vectors has row 0 and column 0"
        => "the element is not packed, and has {}",
        "DXC DxilPipelineStateValidation.cpp, `InitPSVSignatureElement`", SIGNED;
    DYNAMIC = "psv-dynamic-mask", "only columns of an element with several rows are indexed dynamically"
        => "the mask is {}",
        "DXC DxilPreparePasses.cpp, `MarkUsedSignatureElements`", SIGNED;
    INTERPOLATION = "psv-interpolation", "only elements that pass the rasterizer are interpolated"
        => "the mode is {}, where nothing is interpolated",
        "DXC DxilSigPoint.h, `SigPoint::NeedsInterpMode`", SIGNED;
    SHARED = "psv-group-shared", "only stages that run in groups share memory"
        => "a group shares {}",
        "DXC DxilPipelineStateValidation.cpp, `SetShaderProps`", SIGNED;
    DEPENDENCY = "psv-dependency", "dependency tables and view masks reference components that elements have"
        => "a dependency references {}, which no element has",
        "DXC ComputeViewIdStateBuilder.cpp", SIGNED;
    RESOURCE_ORDER = "psv-resource-order", "resources are in the order CBV, sampler, SRV, UAV",
        "DXC DxilContainerAssembler.cpp, `DxilPSVWriter::write`", SIGNED;
    RESOURCE_OVERLAP = "psv-resource-overlap", "no two resources of a class share registers",
        "DXC DxilValidation.cpp, `ValidateResourceOverlap`", SIGNED;
    NAMED = "table-reference", "references to a table are within it",
        "DXC DxilContainerValidation.cpp, `ContainerContentInvalid`", Severity::Runtime;
    END = "table-end", "a table of strings ends with NUL"
        => "the table of strings ends in {}, without NUL",
        "DXC DxilPipelineStateValidation.h, `ReadOrWrite`", Severity::Runtime;
    UNUSED_STRING = "string-unused", "every string is referenced, except for an initial NUL"
        => "unreferenced: {}",
        "DXC DxilContainerValidation.cpp, `ContainerUnusedItemInTable`", SIGNED;
    // DXC's validator checks this because a file's PSV0 may differ from the one that DXC writes; mesh shaders of
    // earlier compilers have unreferenced numbers.
    UNUSED = "table-unused", "every number of a table is referenced"
        => "unreferenced: {}",
        "DXC DxilContainerValidation.cpp, `ContainerUnusedItemInTable`", Severity::Lint;
}
