package sessionlog

import (
	"bytes"
	"crypto/sha256"
	"testing"
)

// treeHash is MTH as defined in RFC 6962, section 2.1.
func treeHash(leaves [][]byte) []byte {
	sum := func(prefix byte, parts ...[]byte) []byte {
		h := sha256.New()
		h.Write([]byte{prefix})
		for _, p := range parts {
			h.Write(p)
		}
		return h.Sum(nil)
	}
	switch n := len(leaves); n {
	case 0:
		empty := sha256.Sum256(nil)
		return empty[:]
	case 1:
		return sum(0, leaves[0])
	default:
		k := split(n)
		return sum(1, treeHash(leaves[:k]), treeHash(leaves[k:]))
	}
}

// split returns the largest power of two smaller than n.
func split(n int) int {
	k := 1
	for 2*k < n {
		k *= 2
	}
	return k
}

// path is PATH of section 2.1.1.
func path(m int, leaves [][]byte) [][]byte {
	if len(leaves) <= 1 {
		return nil
	}
	k := split(len(leaves))
	if m < k {
		return append(path(m, leaves[:k]), treeHash(leaves[k:]))
	}
	return append(path(m-k, leaves[k:]), treeHash(leaves[:k]))
}

// subproof is SUBPROOF of section 2.1.2.
func subproof(m int, leaves [][]byte, whole bool) [][]byte {
	n := len(leaves)
	if m == n {
		if whole {
			return nil
		}
		return [][]byte{treeHash(leaves)}
	}
	k := split(n)
	if m <= k {
		return append(subproof(m, leaves[:k], whole), treeHash(leaves[k:]))
	}
	return append(subproof(m-k, leaves[k:], false), treeHash(leaves[:k]))
}

// TestTreesAreThoseOfTheRFC compares the roots and proofs of all small trees with the definitions of RFC 6962.
func TestTreesAreThoseOfTheRFC(t *testing.T) {
	const most = 33
	var inputs [][]byte
	var tree Tree
	for i := range most {
		inputs = append(inputs, []byte{byte(i), 'x'})
		tree.leaves = append(tree.leaves, hasher.HashLeaf(inputs[i]))
	}
	same := func(what string, got, want [][]byte, err error) {
		if err != nil || len(got) != len(want) {
			t.Fatalf("%s: %d hashes, want %d: %v", what, len(got), len(want), err)
		}
		for i := range got {
			if !bytes.Equal(got[i], want[i]) {
				t.Errorf("%s: hash %d", what, i)
			}
		}
	}
	for size := range most + 1 {
		root, err := tree.Root(size)
		same("root", [][]byte{root}, [][]byte{treeHash(inputs[:size])}, err)
		for i := range size {
			got, err := tree.Inclusion(i, size)
			same("inclusion", got, path(i, inputs[:size]), err)
			got, err = tree.Consistency(i+1, size)
			same("consistency", got, subproof(i+1, inputs[:size], true), err)
		}
	}
	for _, wrong := range [][2]int{{0, 0}, {5, 5}, {-1, 3}, {0, most + 1}} {
		if _, err := tree.Inclusion(wrong[0], wrong[1]); err == nil {
			t.Errorf("a proof of leaf %d in %d leaves", wrong[0], wrong[1])
		}
	}
	for _, wrong := range [][2]int{{0, 3}, {4, 3}, {1, most + 1}} {
		if _, err := tree.Consistency(wrong[0], wrong[1]); err == nil {
			t.Errorf("a proof from %d to %d leaves", wrong[0], wrong[1])
		}
	}
}
