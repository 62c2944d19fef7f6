// Package bcf models, writes and reads the BIM Collaboration Format of buildingSMART, 2.1 and 3.0: archives of topics
// with comments, viewpoints and documents.
//
// The few types: [Archive] holds [Topic] values, a topic [Comment], [Viewpoint] and [DocumentReference] values.
// [Write] writes an archive in a [Version], [Read] reads any version from 2.0 on. Read archive.go, then topic.go and
// viewpoint.go; the form of a version is in markupwrite.go and viewpointwrite.go.
//
// The same archive gives the same bytes: entries are in the order of the topics and carry one fixed time. Guids of what
// has no id of its own come from [DerivedGUID], so that repeated exports speak of the same topic.
//
// [Read] takes what programs write and not only what the schemas allow: elements are found by name in any order,
// folders in any case, what is missing is left empty. What it has to drop is told as faults. Archives have limits
// (limit.go), since they come from anybody; nothing outside of the archive is read.
//
// Lengths are metres, angles degrees, Z is up, as in the IFC file that the components are of.
//
// Caveats: signs of 2.0 that 2.1 dropped (verbal statuses, markers) are not read. The extensions.xsd of 2.1 is neither
// read nor written.
package bcf
