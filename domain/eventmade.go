package domain

// MadeBy returns the ids of what events make: elements, types and materials, in their order.
func MadeBy(events []Event) []ID {
	made := []ID{}
	for _, event := range events {
		switch e := event.(type) {
		case *ElementCreated:
			made = append(made, e.Element.ID)
		case *TypeDefined:
			made = append(made, e.ID)
		case *MaterialDefined:
			made = append(made, e.ID)
		}
	}
	return made
}
