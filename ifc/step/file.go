package step

// File is a whole exchange file. Instances keep the order of the file.
type File struct {
	Header    Header
	Instances []Instance
}

// Instance is an entity instance. A simple instance has Name and Args; a complex instance (#1=(A()B())) has only Parts.
type Instance struct {
	ID    int    // id, greater than 0
	Name  string // entity name in upper case, empty for a complex instance
	Args  []Value
	Parts []Part
}

// Part is one record of a complex instance, or a header entity other than the three that every file has.
type Part struct {
	Name string // entity name in upper case
	Args []Value
}

// Header is the HEADER section (ISO 10303-21 clause 8.2).
type Header struct {
	Description FileDescription
	Name        FileName
	Schemas     []string // names in FILE_SCHEMA as written, e.g. "IFC4"
	Others      []Part   // further header entities, in their order
}

// FileDescription is FILE_DESCRIPTION.
type FileDescription struct {
	Description         []string
	ImplementationLevel string // if empty, "2;1" is written
}

// FileName is FILE_NAME. An empty Author or Organization is written as one empty string, since the standard requires at
// least one string, and is read back as empty.
type FileName struct {
	Name                string
	TimeStamp           string // time as in ISO 8601, e.g. "2026-03-01T12:00:00"
	Author              []string
	Organization        []string
	PreprocessorVersion string
	OriginatingSystem   string
	Authorization       string
}
