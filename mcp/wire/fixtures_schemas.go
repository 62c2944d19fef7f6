//go:build fixtures

package wire

import (
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// schemaFixtures have input schemas with features that the product's schemas do not use: a parameter that is repeated
// in a header, and the wider vocabulary of JSON Schema 2020-12.
var schemaFixtures = map[string]string{
	"test_custom_header": `{"type":"object","properties":{"region":{"type":"string","description":"Goes into a header, too.","x-mcp-header":"Region"}}}`,
	"json_schema_2020_12_tool": `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
		"$defs":{"address":{"$anchor":"addressDef","type":"object","properties":{"street":{"type":"string"},"city":{"type":"string"}}}},
		"properties":{"name":{"type":"string"},"address":{"$ref":"#/$defs/address"},"contactMethod":{"type":"string","enum":["phone","email"]},
			"phone":{"type":"string"},"email":{"type":"string"}},
		"allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
		"if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},"then":{"required":["phone"]},"else":{"required":["email"]},
		"additionalProperties":false}`,
}

func addSchemaFixtures(m *server.MCPServer) {
	for name, schema := range schemaFixtures {
		m.AddTool(mcp.NewToolWithRawSchema(name, "Conformance fixture.", json.RawMessage(schema)),
			content(mcp.NewTextContent("ok")))
	}
}
