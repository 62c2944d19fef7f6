package dxf

import (
	"fmt"

	"github.com/bimstream/bimstream/projections/drawings/paper"
)

// header writes the variables that readers need. It is written last, because it contains the next handle.
func (w *writer) header() {
	variable := func(name string, write func()) {
		w.tag(9, name)
		write()
	}
	variable("$ACADVER", func() { w.tag(1, "AC1021") })
	variable("$DWGCODEPAGE", func() { w.tag(3, "ANSI_1252") })
	variable("$HANDSEED", func() { w.handle(5, w.next) })
	variable("$INSUNITS", func() { w.integer(70, 4) })
	variable("$MEASUREMENT", func() { w.integer(70, 1) })
	variable("$LTSCALE", func() { w.number(40, w.scale) })
	variable("$LWDISPLAY", func() { w.integer(290, 1) })
	x0, y0, x1, y1 := w.extent()
	corner := func(x, y float64) func() {
		return func() { w.number(10, x); w.number(20, y); w.number(30, 0) }
	}
	variable("$EXTMIN", corner(x0, y0))
	variable("$EXTMAX", corner(x1, y1))
}

// table writes a table of records.
func (w *writer) table(name string, n int, records func(owner int)) {
	w.tag(0, "TABLE")
	w.tag(2, name)
	owner := w.next
	w.next++
	w.handle(5, owner)
	w.handle(330, 0)
	w.tag(100, "AcDbSymbolTable")
	w.integer(70, n)
	if name == "DIMSTYLE" {
		w.tag(100, "AcDbDimStyleTable")
		w.integer(71, 0)
	}
	records(owner)
	w.tag(0, "ENDTAB")
}

// record begins a record of a table.
func (w *writer) record(kind string, owner, handle int, subclass, name string) {
	w.tag(0, kind)
	code := 5
	if kind == "DIMSTYLE" {
		code = 105
	}
	w.handle(code, handle)
	w.handle(330, owner)
	w.tag(100, "AcDbSymbolTableRecord")
	w.tag(100, subclass)
	w.tag(2, name)
	if kind != "BLOCK_RECORD" {
		w.integer(70, 0)
	}
}

func (w *writer) fresh() int {
	w.next++
	return w.next - 1
}

func (w *writer) tables() {
	w.table("VPORT", 1, w.viewport)
	w.table("LTYPE", 3+len(paper.Patterns), w.lineTypes)
	w.table("LAYER", 1+len(w.layers), w.layerTable)
	w.table("STYLE", 1, func(owner int) {
		w.record("STYLE", owner, w.fresh(), "AcDbTextStyleTableRecord", "STANDARD")
		w.number(40, 0)
		w.number(41, 1)
		w.number(50, 0)
		w.integer(71, 0)
		w.number(42, 2.5)
		w.tag(3, "arialn.ttf")
		w.tag(4, "")
	})
	w.table("VIEW", 0, func(int) {})
	w.table("UCS", 0, func(int) {})
	w.table("APPID", 1, func(owner int) { w.record("APPID", owner, w.fresh(), "AcDbRegAppTableRecord", "ACAD") })
	w.table("DIMSTYLE", 1, w.dimensionStyle)
	w.table("BLOCK_RECORD", 2+w.dimensions(), w.blockRecords)
}

// viewport opens the file on the whole drawing.
func (w *writer) viewport(owner int) {
	x0, y0, x1, y1 := w.extent()
	w.record("VPORT", owner, w.fresh(), "AcDbViewportTableRecord", "*ACTIVE")
	pair := func(code int, x, y float64) {
		w.number(code, x)
		w.number(code+10, y)
	}
	pair(10, 0, 0)
	pair(11, 1, 1)
	pair(12, (x0+x1)/2, (y0+y1)/2)
	pair(13, 0, 0)
	pair(14, 10, 10)
	pair(15, 10, 10)
	pair(16, 0, 0)
	w.number(36, 1)
	pair(17, 0, 0)
	w.number(37, 0)
	w.number(40, (y1-y0)*1.05)
	w.number(41, (x1-x0)/(y1-y0))
	w.number(42, 50)
}

func lineType(p paper.Pattern) string {
	return map[paper.Pattern]string{paper.Dashed: "DASHED", paper.Axis: "CENTER", paper.Cutting: "CUTTING"}[p]
}

func (w *writer) lineTypes(owner int) {
	for _, name := range []string{"BYBLOCK", "BYLAYER", "CONTINUOUS"} {
		w.record("LTYPE", owner, w.fresh(), "AcDbLinetypeTableRecord", name)
		w.tag(3, "")
		w.integer(72, 65)
		w.integer(73, 0)
		w.number(40, 0)
	}
	for _, p := range paper.Patterns {
		w.record("LTYPE", owner, w.fresh(), "AcDbLinetypeTableRecord", lineType(p))
		w.tag(3, string(p))
		w.integer(72, 65)
		w.integer(73, len(p.Dashes()))
		whole := 0.0
		for _, d := range p.Dashes() {
			whole += d.MM()
		}
		w.number(40, whole)
		for i, d := range p.Dashes() {
			sign := 1.0
			if i%2 == 1 {
				sign = -1
			}
			w.number(49, sign*d.MM())
			w.integer(74, 0)
		}
	}
}

func (w *writer) layerTable(owner int) {
	names := append([]string{"0"}, w.layers...)
	for _, name := range names {
		w.record("LAYER", owner, w.fresh(), "AcDbLayerTableRecord", name)
		w.integer(62, 7)
		w.tag(6, "CONTINUOUS")
		w.integer(370, -3)
		w.handle(390, handlePlaceholder)
	}
}

func (w *writer) dimensionStyle(owner int) {
	w.record("DIMSTYLE", owner, w.fresh(), "AcDbDimStyleTableRecord", "STANDARD")
	w.number(40, w.scale)
	w.number(41, 2)
	w.number(42, 1.5)
	w.number(44, 1.5)
	w.number(140, 2.5)
	w.number(147, 0.7)
	w.integer(77, 1)
	w.integer(271, 0)
}

// dimensions returns the number of dimensions.
func (w *writer) dimensions() int {
	n := 0
	for _, item := range w.drawing.Items {
		if _, ok := item.Mark.(paper.Dimension); ok {
			n++
		}
	}
	return n
}

func blockName(n int) string { return fmt.Sprintf("*D%d", n+1) }

func (w *writer) blockRecords(owner int) {
	w.record("BLOCK_RECORD", owner, handleModel, "AcDbBlockTableRecord", "*MODEL_SPACE")
	w.record("BLOCK_RECORD", owner, handlePaper, "AcDbBlockTableRecord", "*PAPER_SPACE")
	for n := range w.dimensions() {
		handle := w.fresh()
		w.records = append(w.records, handle)
		w.record("BLOCK_RECORD", owner, handle, "AcDbBlockTableRecord", blockName(n))
	}
}

// blocks writes the two spaces, which are empty, and the pictures of the dimensions.
func (w *writer) blocks() {
	w.block("*MODEL_SPACE", handleModel, 0, func() {})
	w.block("*PAPER_SPACE", handlePaper, 0, func() {})
	n := 0
	for _, item := range w.drawing.Items {
		if d, ok := item.Mark.(paper.Dimension); ok {
			record := w.records[n]
			w.block(blockName(n), record, 1, func() { w.dimensionParts(item.Layer, d, record) })
			n++
		}
	}
}

func (w *writer) block(name string, record, flags int, parts func()) {
	w.entity("BLOCK", "0", record)
	w.tag(100, "AcDbBlockBegin")
	w.tag(2, name)
	w.integer(70, flags)
	w.number(10, 0)
	w.number(20, 0)
	w.number(30, 0)
	w.tag(3, name)
	w.tag(1, "")
	parts()
	w.entity("ENDBLK", "0", record)
	w.tag(100, "AcDbBlockEnd")
}

// objects writes the root dictionary with the plot styles to which layers refer.
func (w *writer) objects() {
	w.tag(0, "DICTIONARY")
	w.handle(5, handleRoot)
	w.handle(330, 0)
	w.tag(100, "AcDbDictionary")
	w.integer(281, 1)
	group := w.fresh()
	w.tag(3, "ACAD_GROUP")
	w.handle(350, group)
	w.tag(3, "ACAD_PLOTSTYLENAME")
	w.handle(350, handlePlotStyles)
	w.tag(0, "DICTIONARY")
	w.handle(5, group)
	w.handle(330, handleRoot)
	w.tag(100, "AcDbDictionary")
	w.integer(281, 1)
	w.tag(0, "ACDBDICTIONARYWDFLT")
	w.handle(5, handlePlotStyles)
	w.handle(330, handleRoot)
	w.tag(100, "AcDbDictionary")
	w.integer(281, 1)
	w.tag(3, "Normal")
	w.handle(350, handlePlaceholder)
	w.tag(100, "AcDbDictionaryWithDefault")
	w.handle(340, handlePlaceholder)
	w.tag(0, "ACDBPLACEHOLDER")
	w.handle(5, handlePlaceholder)
	w.handle(330, handlePlotStyles)
}
