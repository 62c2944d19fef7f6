package step

import "testing"

func TestInstancesAreComparedByValue(t *testing.T) {
	base := func() Instance {
		return Instance{ID: 1, Name: "A", Args: []Value{Null{}, Real(1), String("x"),
			List{Ref(2), Typed{"B", Int(3)}}, Enum("E"), True}}
	}
	one, other := base(), base()
	if !one.Equal(&other) {
		t.Error("an instance is not equal to its copy")
	}
	for what, change := range map[string]func(*Instance){
		"number":                func(in *Instance) { in.ID = 2 },
		"name":                  func(in *Instance) { in.Name = "C" },
		"missing argument":      func(in *Instance) { in.Args = in.Args[:5] },
		"integer for a real":    func(in *Instance) { in.Args[1] = Int(1) },
		"text":                  func(in *Instance) { in.Args[2] = String("y") },
		"list for no value":     func(in *Instance) { in.Args[0] = List{} },
		"reference in a list":   func(in *Instance) { in.Args[3] = List{Ref(3), Typed{"B", Int(3)}} },
		"name of a typed":       func(in *Instance) { in.Args[3] = List{Ref(2), Typed{"C", Int(3)}} },
		"value of a typed":      func(in *Instance) { in.Args[3] = List{Ref(2), Typed{"B", Int(4)}} },
		"value for a list":      func(in *Instance) { in.Args[3] = Ref(2) },
		"value for a typed":     func(in *Instance) { in.Args[3] = List{Ref(2), Int(3)} },
		"an enumeration's item": func(in *Instance) { in.Args[4] = String("E") },
		"parts":                 func(in *Instance) { in.Parts = []Part{{Name: "P"}} },
	} {
		changed := base()
		change(&changed)
		if one.Equal(&changed) || changed.Equal(&one) {
			t.Errorf("another %s goes unnoticed", what)
		}
	}
}
