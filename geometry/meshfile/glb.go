package meshfile

import (
	"encoding/binary"
	"encoding/json"
	"io"
	"math"
)

// The numbers of glTF 2.0 (Khronos, "glTF 2.0 Specification", chapters 3.6, 3.7 and 4.4).
const (
	glbMagic   = 0x46546C67 // glTF
	glbVersion = 2
	chunkJSON  = 0x4E4F534A
	chunkBIN   = 0x004E4942

	componentUint16, componentUint32, componentFloat32 = 5123, 5125, 5126
	targetVertices, targetIndices                      = 34962, 34963

	// mostShort is the number of corners up to which indices have two bytes: the last value of two bytes is reserved.
	mostShort = math.MaxUint16
	// wordSize is what chunks and views are aligned to.
	wordSize = 4
)

// upright turns Z up, as here, to Y up, as glTF has it: the columns of a matrix.
var upright = []float64{1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1}

// writeGLB writes one node for the whole, below it one for each group, and below these one for each object, at a corner
// of its box, with key and kind as extras. Objects of the same form and colours share a mesh.
func writeGLB(w io.Writer, s *Scene) error {
	a := assemble(s)
	text, err := json.Marshal(a.document())
	if err != nil {
		return err
	}
	for len(text)%wordSize != 0 {
		text = append(text, ' ')
	}
	binaryLength := a.length()
	total := uint64(12+8+len(text)+8) + uint64(binaryLength)
	if total > math.MaxUint32 {
		return ErrTooLarge
	}
	var head []byte
	for _, v := range []uint32{glbMagic, glbVersion, uint32(total), uint32(len(text)), chunkJSON} {
		head = binary.LittleEndian.AppendUint32(head, v)
	}
	between := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, uint32(binaryLength)), chunkBIN)
	for _, part := range [][]byte{head, text, between, a.positions, a.shorts,
		make([]byte, pad(len(a.shorts))), a.longs} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// pad returns how many bytes a block lacks to whole words.
func pad(n int) int { return (wordSize - n%wordSize) % wordSize }

// length returns how long the binary part is.
func (a *assembly) length() int {
	return len(a.positions) + len(a.shorts) + pad(len(a.shorts)) + len(a.longs)
}
