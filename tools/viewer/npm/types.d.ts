/** A part of a container. */
export interface Part {
  /** The FourCC, such as `PSV0`. */
  fourcc: string;
  /** The name in a few words; null if the part is unknown. */
  name: string | null;
  /** The offset of the part's header in the file, in bytes. */
  offset: number;
  /** The size of the part's data, in bytes. */
  size: number;
  /** Whether the part has fields; otherwise it is raw bytes. */
  typed: boolean;
}

/** A field of a part. */
export interface Field {
  /** The path, such as `resources[0].resource_type`. */
  path: string;
  /** The offset in the part's data, in bytes. */
  offset: number;
  /** The size in bytes; of a packed field, that of the integer that holds it. */
  size: number;
  /** The value as text: a number, the name of a value, or a referenced string. Empty for raw bytes. */
  value: string;
  /** Whether `edit` can change it: not counts and offsets, which are computed, and not references. */
  editable: boolean;
  /** Of a packed field: its lowest bit, and the number of bits. */
  bits?: [number, number] | null;
}

/** A difference between two containers. */
export interface Difference {
  /** The FourCC of the part; null if the difference is in the container's header or directory. */
  part: string | null;
  /** The path of the field; empty if the whole part differs. */
  path: string;
  /** The first container's value; null if it has none. */
  old: string | null;
  /** The second container's value; null if it has none. */
  new: string | null;
}

/** A value with the part that it is stored in. */
export interface FromPart<T> {
  part: string;
  value: T;
}

/** The reflection of a shader: the object that `dxobj reflect --json` prints. */
export interface Reflection {
  part: string;
  stage: string;
  shader_model: string;
  creator: FromPart<string> | null;
  compile_flags: FromPart<Flags> | null;
  requires: FromPart<Requirements> | null;
  description: FromPart<StageDescription> | null;
  thread_group: FromPart<[number, number, number]> | null;
  wave_size: FromPart<{ min: number; max: number; preferred: number }> | null;
  instructions: FromPart<number> | null;
  /** The counts of `D3D12_SHADER_DESC`; null of those that a version of the part does not have. */
  counters: FromPart<Record<string, number | null>> | null;
  resources: Resource[];
  buffers: Buffer[];
  signatures: Signature[];
  functions: FunctionReflection[];
  /** Whether items are missing, since the output would exceed its limit. */
  cut?: true;
}

/** The names of flags that are set; bits without a name follow as a number. */
export type Flags = (string | number)[];

/** The device features that a shader or function requires. */
export interface Requirements {
  features: Flags;
  early_depth_stencil: boolean;
  /** As `GetRequiresFlags` returns them. */
  flags: number;
}

/** The properties that are specific to a stage, without those that the part does not store. */
export interface StageDescription {
  input_primitive?: string;
  control_points?: number;
  tessellator_domain?: string;
  hs_partitioning?: string;
  hs_output_primitive?: string;
  max_tessellation_factor?: number | null;
  gs_output_topology?: string;
  gs_max_output_vertex_count?: number;
  gs_instance_count?: number;
  ms_output_topology?: string;
  ms_max_output_vertices?: number;
  ms_max_output_primitives?: number;
  payload_size?: number;
}

/** A resource that the shader binds. */
export interface Resource {
  part: string;
  /** The part that describes the resource; null if none does. */
  described_by: string | null;
  name: string | null;
  type: string;
  class: string;
  /** The letter of its registers: `b`, `t`, `u` or `s`. */
  letter: string;
  kind: string | null;
  dimension: string;
  /** Whether a buffer has a counter. */
  counter: boolean;
  format: string;
  returns: [string, number] | null;
  stride: number | null;
  samples: number | null;
  /** As in `D3D12_SHADER_INPUT_BIND_DESC`. */
  num_samples: number;
  flags: Flags;
  /** Its number in the shader's list of its class; null if the part has none, as PSV0. */
  id: number | null;
  space: number;
  first: number;
  /** The last register; null if there is no limit. */
  last: number | null;
  count: number | null;
}

/** A constant buffer, or the elements of a structured buffer. */
export interface Buffer {
  part: string;
  name: string;
  type: string;
  size: number;
  variables: Variable[];
}

/** A variable of a buffer. */
export interface Variable {
  name: string;
  offset: number;
  size: number;
  flags: Flags;
  type: VariableType;
  /** The bytes in hexadecimal digits. */
  default?: string;
}

/** The type of a variable. */
export interface VariableType {
  name: string;
  class: string;
  component: string;
  rows: number;
  /** Of a bit field, its width in bits; the offset of such a member is in bits. */
  columns: number;
  elements: number;
  members?: { name: string; offset: number; type: VariableType }[];
}

/** An input, output, patch constant or primitive signature. */
export interface Signature {
  part: string;
  of: string;
  input: boolean;
  parameters: SignatureParameter[];
}

/** An element of a signature. */
export interface SignatureParameter {
  name: string;
  index: number;
  /** Null if it is in no register, as `SV_Depth` is. */
  register: number | null;
  system_value: string;
  component_type: string;
  min_precision: string;
  mask: number;
  read_write_mask: number;
  stream: number;
}

/** A function of a library. */
export interface FunctionReflection {
  part: string;
  name: string;
  unmangled_name: string;
  stage: string;
  requires: Requirements;
  /** Indices in `resources`. */
  resources: number[];
  /** Indices in `buffers`. */
  buffers: number[];
  thread_group: [number, number, number] | null;
  payload_size: number;
  attribute_size: number;
  /** Its properties as a node of a work graph. */
  node: NodeReflection | null;
}

/** The ID of a node, as in `D3D12_NODE_ID`. */
export interface NodeId {
  name: string;
  array_index: number;
}

/** A node of a work graph. */
export interface NodeReflection {
  launch_type: string;
  program_entry: boolean;
  id: NodeId | null;
  share_input_of: NodeId | null;
  dispatch_grid: [number, number, number] | null;
  max_dispatch_grid: [number, number, number] | null;
  local_root_arguments_table_index: number | null;
  max_recursion_depth: number;
  /** Null if no part has it. */
  group_shared_bytes_used: number | null;
  inputs: NodeIO[];
  outputs: NodeIO[];
}

/** An input or output of a node. */
export interface NodeIO {
  /** The object in HLSL, such as `NodeOutputArray`. */
  type: string;
  flags: Flags;
  /** The node that an output sends records to. */
  output_id: NodeId | null;
  /** Null if records have no data. */
  record: NodeRecord | null;
  /** 0 if it has no own limit. */
  max_records: number;
  max_records_per_node: number | null;
  max_records_shared_with_output_index: number | null;
  /** 0 if it is no array, and 4294967295 if it is unbounded. */
  output_array_size: number;
  allow_sparse_nodes: boolean;
}

/** The records of an input or output. */
export interface NodeRecord {
  size: number;
  /** 0 if it is not known. */
  alignment: number;
  /** The location of `SV_DispatchGrid`. */
  dispatch_grid: { offset: number; component_type: string; components: number } | null;
}
