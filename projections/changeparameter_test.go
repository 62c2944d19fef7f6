package projections

import (
	"encoding/json"
	"reflect"
	"strings"

	changing "github.com/bimstream/bimstream/domain/change"
	"github.com/bimstream/bimstream/domain/state"
	"github.com/bimstream/bimstream/geometry"
)

// parameter changes any parameter of any element: it draws from all parameters of a category.
func (c *changes) parameter() changing.Operation {
	e, ok := c.model.Element(c.any())
	if !ok {
		return c.level()
	}
	op := changing.ModifyParameter{ElementID: e.ID}
	if c.random.IntN(6) == 0 {
		switch op.ParameterName = oneOf(c, "level_id", "type_id", "name", "host_id"); op.ParameterName {
		case "level_id":
			op.Value = asJSON(c.pick(state.CategoryLevel))
		case "type_id":
			op.Value = asJSON(c.typeOf(e.Category))
		case "host_id":
			op.Value = asJSON(c.of(state.CategoryWall, state.CategoryFloor))
		default:
			op.Value = asJSON(c.name("named"))
		}
		return op
	}
	parameters := e.Category.Parameters()
	if len(parameters) == 0 {
		return c.rename()
	}
	op.ParameterName = parameters[c.random.IntN(len(parameters))].Name
	params := reflect.ValueOf(e.Params).Elem()
	for i := range params.NumField() {
		if name, _, _ := strings.Cut(params.Type().Field(i).Tag.Get("json"), ","); name == op.ParameterName {
			op.Value = asJSON(c.other(params.Field(i)))
		}
	}
	return op
}

// property gives an element a property that affects no body.
func (c *changes) property() changing.Operation {
	return changing.ModifyParameter{ElementID: c.any(), ParameterName: "Own.Mark", Value: asJSON(c.name("mark"))}
}

func asJSON(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return text
}

// other returns a value near the present value of a parameter, or null.
func (c *changes) other(v reflect.Value) any {
	switch is := v.Interface().(type) {
	case geometry.Length:
		return is + c.step()
	case geometry.Angle:
		return is + geometry.Angle(1+c.random.IntN(5))*15*geometry.Degree
	case geometry.Point2:
		return is.Add(geometry.Point2{X: c.step(), Y: c.step()})
	case geometry.Point3:
		return is.Add(geometry.Point3{X: c.step(), Y: c.step(), Z: oneOf(c, 0, c.step())})
	case *geometry.Point2:
		return c.spot()
	case *geometry.Profile:
		return oneOf(c, c.square(),
			&geometry.Profile{Shape: "rectangle", Width: geometry.MM(250), Depth: geometry.MM(150)},
			&geometry.Profile{Shape: "circle", Diameter: c.mm(100, 200, 50)})
	case state.ID:
		return c.any()
	case []state.ID:
		return c.several(state.CategoryRoom, state.CategoryRoof, state.CategoryFloor, state.CategoryLevel)
	case bool:
		return !is
	case int:
		return is + c.random.IntN(3) - 1
	case []geometry.Point2:
		if len(is) == 0 {
			return c.outline()
		}
		out := append([]geometry.Point2{}, is...)
		i := c.random.IntN(len(out))
		out[i] = out[i].Add(geometry.Point2{X: c.step(), Y: c.step()})
		return out
	case []geometry.Point3:
		out := append([]geometry.Point3{}, is...)
		if len(out) > 0 {
			i := c.random.IntN(len(out))
			out[i] = out[i].Add(geometry.Point3{X: c.step(), Y: c.step()})
		}
		return out
	case []geometry.Ring:
		low := c.spot()
		return []geometry.Ring{{low, low.Add(at(500, 0)), low.Add(at(500, 500)), low.Add(at(0, 500))}}
	}
	if items, ok := v.Interface().(interface{ Enum() []string }); ok {
		return oneOf(c, items.Enum()...)
	}
	return nil
}

func (c *changes) step() geometry.Length {
	return oneOf(c, geometry.MM(-1000), geometry.MM(-300), geometry.MM(-100), geometry.MM(100), geometry.MM(300),
		geometry.MM(1000))
}
