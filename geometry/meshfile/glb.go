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

	// mostShort is the largest number of corners for indices of two bytes, because the last two-byte value is reserved.
	mostShort = math.MaxUint16
	// wordSize is the alignment of chunks and views, in bytes.
	wordSize = 4
)

// upright is the matrix, by columns, that turns Z up, as in the scene, to Y up, as in glTF.
var upright = []float64{1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1}

// writeGLB writes a root node, below it a node for each group, and below these a node for each object. An object's node
// is at a corner of its box and has key and kind as extras. Objects of the same form and colours share a mesh.
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

// pad returns the number of bytes that a block needs to end at a word boundary.
func pad(n int) int { return (wordSize - n%wordSize) % wordSize }

// length returns the length of the binary part in bytes.
func (a *assembly) length() int {
	return len(a.positions) + len(a.shorts) + pad(len(a.shorts)) + len(a.longs)
}
