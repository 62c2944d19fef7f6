package export_test

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/bimstream/bimstream/domain"
	"github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/shape"
	"github.com/bimstream/bimstream/domain/shape/fabric"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
	"github.com/bimstream/bimstream/ifc"
	"github.com/bimstream/bimstream/ifc/export"
)

// ExampleWrite exports a model of one wall to a checked file, in which the wall has the GlobalId of its id.
func ExampleWrite() {
	model := state.NewModel()
	var made state.ID
	for i, op := range []change.Operation{
		change.CreateModel{ID: "shed", Name: "Shed", Author: "Ada"},
		change.CreateLevel{Name: "Ground"},
	} {
		d, err := domain.Decide(model, change.Command{ID: fmt.Sprint(i), Do: op})
		if err != nil {
			fmt.Println(err)
			return
		}
		model = d.After
	}
	ground := shape.Levels(model)[0].ID
	wall := fabric.Wall{End: geometry.Point2{X: 4 * geometry.Metre}, Height: 3 * geometry.Metre,
		Thickness: geometry.MM(200)}
	d, err := domain.Decide(model, change.Command{ID: "wall", Do: change.CreateWall{LevelID: ground, Wall: wall}})
	if err != nil {
		fmt.Println(err)
		return
	}
	made = d.Events[0].(*state.ElementCreated).Element.ID

	var file bytes.Buffer
	summary, err := export.Write(context.Background(), &file, d.After,
		export.Options{Stamp: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(summary.Schema, summary.Count("IfcWall"), len(summary.Warnings))
	fmt.Println(bytes.Contains(file.Bytes(), []byte("IFCWALL('"+ifc.GlobalID(made)+"'")))
	// Output:
	// IFC4 1 0
	// true
}
