# Converts the lines that `dxobj COMMAND --json` prints to annotations of GitHub's workflows.
# Run it with `jq --raw-output --from-file`.

def escaped: gsub("%"; "%25") | gsub("\r"; "%0D") | gsub("\n"; "%0A");
def property: escaped | gsub(":"; "%3A") | gsub(","; "%2C");

# An annotation at a file, and at a line of it if one is known.
def annotation($level; $path; $line; $title; $message):
  "::\($level) file=\($path | property)"
  + (if $line then ",line=\($line)" else "" end)
  + ",title=\($title | property)::\($message | escaped)";

.path as $path
| if .error then
    annotation("error"; $path; .line; "dxobj"; .error + (if .hint then " (\(.hint))" else "" end))
  else empty end,
  # `verify`
  (if .verdict == "wrong" then
    annotation("error"; $path; null; "digest"; "the digest is wrong: the file has \(.digest), its content gives \(.computed)")
  elif .verdict == "unsigned" then
    annotation("warning"; $path; null; "digest"; "the container is unsigned")
  else empty end),
  # Parts that `validate` cannot read
  (.errors[]? | annotation("error"; $path; null; "dxobj"; if type == "string" then . else .error // tojson end)),
  # At the HLSL, if debug information has its line
  (.findings[]?
    | (if .line then .file | gsub("\\\\"; "/") | ltrimstr("./") else $path end) as $file
    | ([.part, .field] | map(select(.)) | join(" ")) as $place
    | (.d3d12 | if . then "D3D12 \(.number) " else "" end) as $number
    | annotation(if .severity == "lint" or .severity == "warning" then "warning" else "error" end; $file; .line; "\($number)\(.rule)";
        .message + (if .line then " in \($path)" else "" end) + (if $place != "" then " [\($place)]" else "" end)))
