package bcf

import "strings"

// viewpointWriter writes a viewpoint's file.
type viewpointWriter struct {
	version Version
	*Viewpoint
}

// element returns the viewpoint as XML in the order of the schemas; bitmaps are the file names of its bitmaps.
func (w viewpointWriter) element(bitmaps []string) *node {
	root := &node{name: "VisualizationInfo", attributes: []attribute{{"Guid", w.GUID}}}
	w.components(root.add("Components"))
	if w.Camera != nil {
		w.camera(root, w.Camera)
	}
	if len(w.Lines) > 0 {
		list := root.add("Lines")
		for _, l := range w.Lines {
			n := list.add("Line")
			n.point("StartPoint", l.Start)
			n.point("EndPoint", l.End)
		}
	}
	if len(w.Clipping) > 0 {
		list := root.add("ClippingPlanes")
		for _, p := range w.Clipping {
			n := list.add("ClippingPlane")
			n.point("Location", p.Location)
			n.point("Direction", p.Direction)
		}
	}
	w.bitmaps(root, bitmaps)
	return root
}

func (w viewpointWriter) components(n *node) {
	v := w.Visibility
	hints := []attribute{{"SpacesVisible", boolText(v.Spaces)}, {"SpaceBoundariesVisible", boolText(v.SpaceBoundaries)},
		{"OpeningsVisible", boolText(v.Openings)}}
	if w.version == V21 {
		n.add("ViewSetupHints", hints...)
	}
	if len(w.Selection) > 0 {
		addComponents(n.add("Selection"), w.Selection)
	}
	visibility := n.add("Visibility", attribute{"DefaultVisibility", boolText(v.Default)})
	if w.version != V21 {
		visibility.add("ViewSetupHints", hints...)
	}
	if len(v.Exceptions) > 0 {
		addComponents(visibility.add("Exceptions"), v.Exceptions)
	}
	if len(w.Colouring) == 0 {
		return
	}
	colouring := n.add("Coloring")
	for _, c := range w.Colouring {
		list := colouring.add("Color", attribute{"Color", c.Colour})
		if w.version != V21 {
			list = list.add("Components")
		}
		addComponents(list, c.Components)
	}
}

func addComponents(list *node, components []Component) {
	for _, c := range components {
		n := list.add("Component", attribute{"IfcGuid", c.IfcGUID})
		n.leaf("OriginatingSystem", c.OriginatingSystem)
		n.leaf("AuthoringToolId", c.AuthoringToolID)
	}
}

// usualAspect is the aspect of cameras without an aspect, such as cameras read from 2.1.
const usualAspect = 1

func (w viewpointWriter) camera(root *node, c *Camera) {
	name, size, value := "PerspectiveCamera", "FieldOfView", c.FieldOfView
	if c.FieldOfView == 0 {
		name, size, value = "OrthogonalCamera", "ViewToWorldScale", c.Height
	}
	n := root.add(name)
	n.point("CameraViewPoint", c.Eye)
	n.point("CameraDirection", c.Direction)
	n.point("CameraUpVector", c.Up)
	n.number(size, value)
	if w.version != V21 {
		aspect := c.Aspect
		if aspect == 0 {
			aspect = usualAspect
		}
		n.number("AspectRatio", aspect)
	}
}

func (w viewpointWriter) bitmaps(root *node, names []string) {
	list, kind := root, "Bitmap"
	if w.version != V21 && len(names) > 0 {
		list, kind = root.add("Bitmaps"), "Format"
	}
	for i, b := range w.Bitmaps {
		n := list.add("Bitmap")
		format := imageKind(b.Data)
		if w.version == V21 {
			format = strings.ToUpper(format)
		}
		n.leaf(kind, format)
		n.leaf("Reference", names[i])
		n.point("Location", b.Location)
		n.point("Normal", b.Normal)
		n.point("Up", b.Up)
		n.number("Height", b.Height)
	}
}
