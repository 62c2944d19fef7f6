package web

import (
	"testing"

	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/projections/bodies"
)

// TestLinkedModelsAreLayersOfTheScene checks that a scene with linked models contains their elements and bodies, and
// names the model of each row.
func TestLinkedModelsAreLayersOfTheScene(t *testing.T) {
	p := house(t)
	me := mcp.LocalHuman()
	alone := p.scene("main", "")
	if len(alone.Layers) != 0 || len(alone.LayerOf) != 0 {
		t.Errorf("without models the scene has layers %v", alone.Layers)
	}
	frame, _ := p.do(me, "create_model", map[string]any{"name": "Frame"})["model_id"].(string)
	level, _ := p.do(me, "create_level", map[string]any{"model_id": frame, "name": "Base",
		"elevation": 0})["element_id"].(string)
	column := func(x float64, name string) {
		p.do(me, "create_column", map[string]any{"model_id": frame, "base_level": level,
			"location": []float64{x, 2000}, "height": 2500, "name": name,
			"profile": map[string]any{"shape": "rectangle", "width": 300, "depth": 300}})
	}
	column(2000, "Frame 1")
	p.do(me, "link_model", map[string]any{"model_id": p.model, "linked_model": frame, "name": "STR",
		"discipline": "structure"})
	load := func() (out bodies.Scene) {
		p.get(p.branch("main")+"scene?at=&models=all", &out)
		return out
	}
	linked := load()
	if len(linked.Layers) != 1 || linked.Layers[0].Name != "STR" || !linked.Layers[0].Loaded ||
		len(linked.LayerOf) != len(linked.Rows.IDs) || len(linked.Rows.IDs) != len(alone.Rows.IDs)+1 {
		t.Fatalf("layers %+v, %d rows of layers, %d rows, %d of the model alone", linked.Layers, len(linked.LayerOf),
			len(linked.Rows.IDs), len(alone.Rows.IDs))
	}
	drawn := p.bodies(t, linked)
	for i, name := range linked.Rows.Names {
		if is := linked.LayerOf[i] == 0; is != (name == "Frame 1") {
			t.Errorf("%s is of layer %d", name, linked.LayerOf[i])
		}
		if _, ok := drawn[linked.Rows.IDs[i]]; name == "Frame 1" && !ok {
			t.Error("the linked column has no body")
		}
	}
	column(4000, "Frame 2") // the chunks of the previously loaded scene belong to another state
	if w := p.ask("GET", linked.Chunks[0].URL, nil); w.Code != 404 {
		t.Errorf("a chunk of before is answered with status %d", w.Code)
	}
	if got := load(); len(got.Rows.IDs) != len(linked.Rows.IDs)+1 {
		t.Errorf("%d rows with another column", len(got.Rows.IDs))
	}
	for _, row := range p.scene("main", "").Rows.Names {
		if row == "Frame 1" || row == "Frame 2" {
			t.Errorf("the scene of the model alone has %s", row)
		}
	}
}
