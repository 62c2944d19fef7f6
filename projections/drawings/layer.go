package drawings

import (
	"slices"
	"strings"

	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// layers are the major layers by category, after the US National CAD Standard: discipline, major group.
var layers = map[state.Category]string{
	state.CategoryWall: "A-WALL", state.CategoryFloor: "A-FLOR", state.CategoryRoof: "A-ROOF",
	state.CategoryColumn: "S-COLS",
	state.CategoryBeam:   "S-BEAM", state.CategoryStair: "A-FLOR-STRS", state.CategoryRamp: "A-FLOR-RAMP",
	state.CategoryDoor:   "A-DOOR",
	state.CategoryWindow: "A-GLAZ", state.CategorySkylight: "A-GLAZ-SKYL",
	state.CategoryCeiling: "A-CLNG", state.CategoryFooting: "S-FNDN", state.CategoryRailing: "A-FLOR-HRAL",
	state.CategoryCurtainWall: "A-GLAZ-CURT",
	state.CategoryFurniture:   "A-FURN", state.CategoryEquipment: "A-EQPM", state.CategoryTerminal: "M-HVAC-CDFF",
	state.CategorySanitary: "P-SANR-FIXT",
	state.CategoryDuct:     "M-HVAC-DUCT", state.CategoryDuctFitting: "M-HVAC-DUCT", state.CategoryPipe: "P-PIPE",
	state.CategoryPipeFitting: "P-PIPE",
	state.CategoryCableTray:   "E-CABL-TRAY", state.CategoryCableTrayFitting: "E-CABL-TRAY",
}

// The layers of marks that belong to no element.
const (
	layerOther      = "A-ANNO-SYMB"
	layerDimensions = "A-ANNO-DIMS"
	layerText       = "A-ANNO-TEXT"
	layerTitle      = "A-ANNO-TTLB"
	layerGrid       = "S-GRID"
	layerBubble     = "S-GRID-IDEN"
	layerRooms      = "A-AREA-IDEN"
	layerHatch      = "A-WALL-PATT"
	layerGround     = "A-ELEV-OTLN"

	layerRoomDimensions  = "A-ANNO-DIMS-ROOM"
	layerDoorDimensions  = "A-ANNO-DIMS-DOOR"
	layerCourtDimensions = "A-ANNO-DIMS-CORT"
	layerDifference      = "A-ANNO-REVS"
)

func layerOf(c state.Category) string {
	if l, ok := layers[c]; ok {
		return l
	}
	return "A-DETL"
}

// OnLayer reports whether a layer is the given layer or one of its sublayers: A-WALL-FULL is a sublayer of A-WALL.
func OnLayer(layer, asked string) bool { return layer == asked || strings.HasPrefix(layer, asked+"-") }

// KeepLayers removes from a drawing the marks that are neither on the given layers nor on their sublayers.
func KeepLayers(d *paper.Drawing, layers []string) {
	d.Items = slices.DeleteFunc(d.Items, func(i paper.Item) bool {
		return !slices.ContainsFunc(layers, func(asked string) bool { return OnLayer(i.Layer, asked) })
	})
}
