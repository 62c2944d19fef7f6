package bcf

import "strings"

// viewpoint reads the file of a viewpoint. If there is no file, the viewpoint keeps only its picture.
func (r topicReader) viewpoint(v *Viewpoint, name string) {
	if name == "" {
		return
	}
	place := r.folder + "/" + name
	if r.entries[strings.ToLower(place)] == nil {
		r.fault(r.name, "the viewpoint %q is not in the archive", clip(name))
		return
	}
	root := r.optional(place)
	if root == nil {
		return
	}
	v.GUID, _ = readGUID(root.attribute("Guid"))
	r.components(v, root.child("Components"))
	v.Camera = r.camera(place, root)
	for _, n := range root.child("Lines").all("Line") {
		start, ok := readPoint(n.child("StartPoint"))
		end, also := readPoint(n.child("EndPoint"))
		if ok && also {
			v.Lines = append(v.Lines, Line{start, end})
		}
	}
	for _, n := range root.child("ClippingPlanes").all("ClippingPlane") {
		at, ok := readPoint(n.child("Location"))
		way, also := readPoint(n.child("Direction"))
		if ok && also {
			v.Clipping = append(v.Clipping, ClippingPlane{at, way})
		}
	}
	for _, n := range append(root.all("Bitmap"), append(root.child("Bitmaps").all("Bitmap"),
		flat(root.all("Bitmaps"))...)...) {
		r.bitmap(v, n)
	}
}

// flat returns the elements that are themselves bitmaps, as in 2.0.
func flat(nodes []*node) (out []*node) {
	for _, n := range nodes {
		if n.child("Reference") != nil {
			out = append(out, n)
		}
	}
	return out
}

func (r topicReader) bitmap(v *Viewpoint, n *node) {
	at, ok := readPoint(n.child("Location"))
	normal, second := readPoint(n.child("Normal"))
	up, third := readPoint(n.child("Up"))
	height, fourth := readNumber(n.value("Height"))
	if !ok || !second || !third || !fourth {
		r.fault(r.name, "a bitmap has a coordinate that is no number")
		return
	}
	if data := r.picture(n.value("Reference")); data != nil {
		v.Bitmaps = append(v.Bitmaps, Bitmap{data, at, normal, up, height})
	}
}

// components reads the selected, visible and coloured components.
func (r topicReader) components(v *Viewpoint, n *node) {
	if n == nil {
		return
	}
	v.Selection = r.list(n.child("Selection"))
	if visible := n.child("Visibility"); visible != nil {
		v.Visibility = Visibility{Default: readBool(visible.attribute("DefaultVisibility")),
			Exceptions: r.list(visible.child("Exceptions"))}
		hints := visible.child("ViewSetupHints")
		if hints == nil {
			hints = n.child("ViewSetupHints")
		}
		v.Visibility.Spaces, v.Visibility.Openings = readBool(hints.attribute("SpacesVisible")),
			readBool(hints.attribute("OpeningsVisible"))
		v.Visibility.SpaceBoundaries = readBool(hints.attribute("SpaceBoundariesVisible"))
	}
	for _, c := range n.child("Coloring").all("Color") {
		r.paint(v, c.attribute("Color"), append(r.list(c), r.list(c.child("Components"))...))
	}
	r.olderComponents(v, n.all("Component"))
}

// olderComponents reads the components of 2.0, whose attributes state whether each is selected, visible or coloured.
func (r topicReader) olderComponents(v *Viewpoint, list []*node) {
	for _, n := range list {
		c, ok := r.component(n)
		if !ok {
			continue
		}
		if readBool(n.attribute("Selected")) {
			v.Selection = append(v.Selection, c)
		}
		if visible := n.attribute("Visible"); visible != "" && !readBool(visible) {
			v.Visibility.Exceptions = append(v.Visibility.Exceptions, c)
		}
		if colour := n.attribute("Color"); colour != "" {
			r.paint(v, colour, []Component{c})
		}
	}
}

func (r topicReader) paint(v *Viewpoint, colour string, components []Component) {
	colour = strings.ToUpper(strings.TrimPrefix(colour, "#"))
	if !colourForm.MatchString(colour) {
		r.fault(r.name, "there is no colour %q", clip(colour))
	} else if len(components) > 0 {
		v.Colouring = append(v.Colouring, Colouring{colour, components})
	}
}

func (r topicReader) list(n *node) (out []Component) {
	for _, x := range n.all("Component") {
		if c, ok := r.component(x); ok {
			out = append(out, c)
		}
	}
	return out
}

// component reads one component; ok is false if nothing identifies it.
func (r topicReader) component(n *node) (c Component, ok bool) {
	c = Component{ifcGUID(n.attribute("IfcGuid")), n.value("OriginatingSystem"), n.value("AuthoringToolId")}
	if c.IfcGUID == "" && n.attribute("IfcGuid") != "" {
		r.fault(r.name, "%q is no GlobalId", clip(n.attribute("IfcGuid")))
	}
	return c, c != Component{}
}

// camera reads the perspective camera, or the orthogonal one if there is no perspective camera.
func (r topicReader) camera(place string, root *node) *Camera {
	n, c := root.child("PerspectiveCamera"), &Camera{}
	var ok [4]bool
	if n != nil {
		c.FieldOfView, ok[3] = readNumber(n.value("FieldOfView"))
		ok[3] = ok[3] && c.FieldOfView > 0 && c.FieldOfView < 180
	} else if n = root.child("OrthogonalCamera"); n != nil {
		c.Height, ok[3] = readNumber(n.value("ViewToWorldScale"))
		ok[3] = ok[3] && c.Height > 0
	} else {
		return nil
	}
	c.Eye, ok[0] = readPoint(n.child("CameraViewPoint"))
	c.Direction, ok[1] = readPoint(n.child("CameraDirection"))
	c.Up, ok[2] = readPoint(n.child("CameraUpVector"))
	if aspect, is := readNumber(n.value("AspectRatio")); is && aspect > 0 {
		c.Aspect = aspect
	}
	if ok != [4]bool{true, true, true, true} || c.Direction.length() == 0 || c.Up.length() == 0 {
		r.fault(place, "the camera has a coordinate or a size that is none")
		return nil
	}
	return c
}

func readPoint(n *node) (Point, bool) {
	x, first := readNumber(n.value("X"))
	y, second := readNumber(n.value("Y"))
	z, third := readNumber(n.value("Z"))
	p := Point{x, y, z}
	return p, first && second && third && p.finite()
}
