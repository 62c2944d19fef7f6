package drawings

import "github.com/bimstream/bimstream/domain"

// layers are the major layers by category, after the US National CAD Standard: discipline, major group.
var layers = map[domain.Category]string{
	domain.CategoryWall: "A-WALL", domain.CategoryFloor: "A-FLOR", domain.CategoryRoof: "A-ROOF",
	domain.CategoryColumn: "S-COLS",
	domain.CategoryBeam:   "S-BEAM", domain.CategoryStair: "A-FLOR-STRS", domain.CategoryDoor: "A-DOOR",
	domain.CategoryWindow:  "A-GLAZ",
	domain.CategoryCeiling: "A-CLNG", domain.CategoryFooting: "S-FNDN", domain.CategoryRailing: "A-FLOR-HRAL",
	domain.CategoryCurtainWall: "A-GLAZ-CURT",
	domain.CategoryFurniture:   "A-FURN", domain.CategoryEquipment: "A-EQPM", domain.CategoryTerminal: "M-HVAC-CDFF",
	domain.CategorySanitary: "P-SANR-FIXT",
	domain.CategoryDuct:     "M-HVAC-DUCT", domain.CategoryDuctFitting: "M-HVAC-DUCT", domain.CategoryPipe: "P-PIPE",
	domain.CategoryPipeFitting: "P-PIPE",
	domain.CategoryCableTray:   "E-CABL-TRAY", domain.CategoryCableTrayFitting: "E-CABL-TRAY",
}

// The layers of what belongs to no element.
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
	layerCourtDimensions = "A-ANNO-DIMS-CORT"
	layerDifference      = "A-ANNO-REVS"
)

func layerOf(c domain.Category) string {
	if l, ok := layers[c]; ok {
		return l
	}
	return "A-DETL"
}
