package sessionlog

import (
	"fmt"

	"github.com/transparency-dev/merkle/compact"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
)

var (
	hasher = rfc6962.DefaultHasher
	ranges = &compact.RangeFactory{Hash: hasher.HashChildren}
)

// Tree is the Merkle tree of a session.
type Tree struct {
	leaves [][]byte // their hashes
	events []place
}

type place struct {
	id       string
	revision uint64
}

// Size returns the number of leaves.
func (t Tree) Size() int { return len(t.leaves) }

// Leaf returns the hash of a leaf and the revision of its record in the stream.
func (t Tree) Leaf(i int) (hash []byte, revision uint64) { return t.leaves[i], t.events[i].revision }

// EventID returns the id of the record of a leaf.
func (t Tree) EventID(i int) string { return t.events[i].id }

// IndexOf returns the leaf of the record with an id.
func (t Tree) IndexOf(eventID string) (int, bool) {
	for i, e := range t.events {
		if e.id == eventID {
			return i, true
		}
	}
	return 0, false
}

// Root returns the root of the tree of the first size leaves. Without leaves it is the SHA-256 of nothing.
func (t Tree) Root(size int) ([]byte, error) {
	r, err := t.grow(size, nil)
	if err != nil {
		return nil, err
	}
	if size == 0 {
		return hasher.EmptyRoot(), nil
	}
	return r.GetRootHash(nil)
}

// grow appends the first leaves to an empty range.
func (t Tree) grow(size int, visit compact.VisitFn) (*compact.Range, error) {
	if size < 0 || size > len(t.leaves) {
		return nil, fmt.Errorf("the tree has %d leaves, not %d", len(t.leaves), size)
	}
	r := ranges.NewEmptyRange(0)
	for _, leaf := range t.leaves[:size] {
		if err := r.Append(leaf, visit); err != nil {
			return nil, fmt.Errorf("a leaf of a tree: %w", err)
		}
	}
	return r, nil
}

// Inclusion returns the proof that a leaf is in the tree of the first size leaves: hashes from the bottom to the top.
func (t Tree) Inclusion(index, size int) ([][]byte, error) {
	if index < 0 || index >= size {
		return nil, fmt.Errorf("a tree of %d leaves has no leaf %d", size, index)
	}
	nodes, err := proof.Inclusion(uint64(index), uint64(size))
	if err != nil {
		return nil, fmt.Errorf("an inclusion proof: %w", err)
	}
	return t.fetch(nodes, size)
}

// Consistency returns the proof that the tree of the first size leaves extends the tree of the first from leaves.
func (t Tree) Consistency(from, size int) ([][]byte, error) {
	if from < 1 || from > size {
		return nil, fmt.Errorf("a tree of %d leaves does not go on from one of %d", size, from)
	}
	nodes, err := proof.Consistency(uint64(from), uint64(size))
	if err != nil {
		return nil, fmt.Errorf("a consistency proof: %w", err)
	}
	return t.fetch(nodes, size)
}

// fetch computes the nodes of a proof.
func (t Tree) fetch(nodes proof.Nodes, size int) ([][]byte, error) {
	all := map[compact.NodeID][]byte{}
	for i, leaf := range t.leaves[:min(size, len(t.leaves))] {
		all[compact.NewNodeID(0, uint64(i))] = leaf
	}
	if _, err := t.grow(size, func(id compact.NodeID, hash []byte) { all[id] = hash }); err != nil {
		return nil, err
	}
	hashes := make([][]byte, len(nodes.IDs))
	for i, id := range nodes.IDs {
		hashes[i] = all[id]
	}
	out, err := nodes.Rehash(hashes, hasher.HashChildren)
	if err != nil {
		return nil, fmt.Errorf("the nodes of a proof: %w", err)
	}
	if out == nil {
		out = [][]byte{}
	}
	return out, nil
}
