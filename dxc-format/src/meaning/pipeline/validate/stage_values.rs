//! The fields of PSV0 that single stages have.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::rules::STAGE_VALUE;
use crate::generated::constants::{
    InputPrimitive, MeshOutputTopology, PrimitiveTopology, ShaderStage, TessellatorDomain,
    TessellatorOutputPrimitive,
};
use crate::generated::psv0::{
    DomainInfo, GeometryInfo, HullInfo, MeshInfo, PipelineStateValidation,
};
use crate::meaning::finding::Finding;
use crate::runtime::shape::EnumTable;

/// The largest number of control points of a patch.
const CONTROL_POINTS: u32 = 32;

/// The largest number of vertices, and of primitives, that a mesh shader outputs.
const MESH_OUTPUTS: u32 = 256;

/// The largest number of vertices that a geometry shader emits.
const GEOMETRY_OUTPUTS: u32 = 1024;

impl PipelineStateValidation {
    /// Checks the fields of the stage.
    pub(super) fn check_stage_values(&self, stage: ShaderStage, findings: &mut Vec<Finding>) {
        let info = self.info.record.stage_info;
        let mut values = Values { findings };
        if let Some(hull) = info.hull(stage) {
            values.check_hull(&hull);
        }
        if let Some(domain) = info.domain(stage) {
            values.check_domain(&domain);
        }
        if let Some(geometry) = info.geometry(stage) {
            values.check_geometry(&geometry, self.used_streams());
        }
        if let Some(mesh) = info.mesh(stage) {
            values.check_mesh(&mesh, self.info.group_shared_bytes());
        }
        let extra = self.info.extra_info().unwrap_or_default();
        if let Some(mesh) = extra.mesh(stage) {
            let topology = mesh.output_topology.0.into();
            values.known(
                "extra_info.mesh.output_topology",
                &MeshOutputTopology::TABLE,
                topology,
            );
        }
        if let Some(count) = extra.max_vertex_count(stage) {
            values.at_most(
                "extra_info.max_vertex_count",
                count.into(),
                GEOMETRY_OUTPUTS,
            );
        }
    }

    /// The streams that outputs are in; the first one, if there are no outputs.
    fn used_streams(&self) -> u32 {
        let streams = self
            .outputs
            .iter()
            .map(|output| output.mask_and_stream.stream());
        let used = streams.fold(0, |mask, stream| mask | 1 << stream);
        used.max(1)
    }
}

/// The values of a stage, which are checked one after the other.
struct Values<'f> {
    findings: &'f mut Vec<Finding>,
}

impl Values<'_> {
    fn check_hull(&mut self, hull: &HullInfo) {
        let (domain, primitive) = (hull.tessellator_domain, hull.tessellator_output_primitive);
        self.known(
            "stage_info.hull.tessellator_domain",
            &TessellatorDomain::TABLE,
            domain.0.into(),
        );
        let holds = is_output_of(primitive, domain);
        self.check(
            holds,
            "stage_info.hull.tessellator_output_primitive",
            || format!("{primitive} of the domain {domain}"),
        );
        let points = (hull.input_control_points, hull.output_control_points);
        self.at_most(
            "stage_info.hull.input_control_points",
            points.0,
            CONTROL_POINTS,
        );
        self.at_most(
            "stage_info.hull.output_control_points",
            points.1,
            CONTROL_POINTS,
        );
    }

    fn check_domain(&mut self, domain: &DomainInfo) {
        let (value, points) = (
            domain.tessellator_domain.0.into(),
            domain.input_control_points,
        );
        self.known(
            "stage_info.domain.tessellator_domain",
            &TessellatorDomain::TABLE,
            value,
        );
        self.at_most(
            "stage_info.domain.input_control_points",
            points,
            CONTROL_POINTS,
        );
    }

    fn check_geometry(&mut self, geometry: &GeometryInfo, used: u32) {
        let primitive = geometry.input_primitive.0.into();
        self.known(
            "stage_info.geometry.input_primitive",
            &InputPrimitive::TABLE,
            primitive,
        );
        let topology = geometry.output_topology;
        let strips = [
            PrimitiveTopology::PointList,
            PrimitiveTopology::LineStrip,
            PrimitiveTopology::TriangleStrip,
        ];
        let holds = strips.contains(&topology);
        self.check(holds, "stage_info.geometry.output_topology", || {
            format!("{topology}")
        });
        let mask = geometry.output_stream_mask;
        self.check(
            mask == used,
            "stage_info.geometry.output_stream_mask",
            || format!("{mask:#x}, and elements are in the streams {used:#x}"),
        );
    }

    fn check_mesh(&mut self, mesh: &MeshInfo, shared: Option<u32>) {
        let dependent = mesh.group_shared_bytes_dependent_on_view_id;
        let field = "stage_info.mesh.group_shared_bytes_dependent_on_view_id";
        self.check(dependent == 0, field, || format!("{dependent}"));
        let (used, all) = (mesh.group_shared_bytes_used, shared.unwrap_or_default());
        let holds = shared.is_none_or(|all| all == used);
        self.check(holds, "stage_info.mesh.group_shared_bytes_used", || {
            format!("{used}, and {all} in info.group_shared_bytes")
        });
        let (vertices, primitives) = (mesh.max_output_vertices, mesh.max_output_primitives);
        self.at_most(
            "stage_info.mesh.max_output_vertices",
            vertices.into(),
            MESH_OUTPUTS,
        );
        self.at_most(
            "stage_info.mesh.max_output_primitives",
            primitives.into(),
            MESH_OUTPUTS,
        );
    }

    fn check(&mut self, holds: bool, field: &str, found: impl FnOnce() -> String) {
        if !holds {
            let path = format!("info.{field}");
            self.findings
                .push(Finding::new(&STAGE_VALUE, path, found()));
        }
    }

    fn at_most(&mut self, field: &str, value: u32, most: u32) {
        self.check(value <= most, field, || {
            format!("{value}, of at most {most}")
        });
    }

    /// Checks that a value has a name, and is not the value for none.
    fn known(&mut self, field: &str, table: &EnumTable, value: u64) {
        let is_known = value != 0 && table.by_value(value).is_some();
        self.check(is_known, field, || format!("{value}"));
    }
}

/// Whether the tessellator of a domain outputs these primitives.
fn is_output_of(primitive: TessellatorOutputPrimitive, domain: TessellatorDomain) -> bool {
    match primitive {
        TessellatorOutputPrimitive::Point => true,
        TessellatorOutputPrimitive::Line => domain == TessellatorDomain::IsoLine,
        TessellatorOutputPrimitive::TriangleCW | TessellatorOutputPrimitive::TriangleCCW => {
            domain != TessellatorDomain::IsoLine
        }
        _ => false,
    }
}
