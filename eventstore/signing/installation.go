package signing

import (
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// FolderVariable names the environment variable that says where the key of the installation is.
const FolderVariable = "BIMSTREAM_KEYS"

// The names of the files in an installation's folder.
const (
	keyFile     = "installation.pem"
	trustedFile = "trusted"
	headsFolder = "heads"
)

// Folder returns where the key of this user's installation is: what the variable says, or the user's folder for
// configuration. Where there is neither, it is beside the folder of the data, never in it: who copies or takes the
// store does not take the key.
func Folder(data string) string {
	if dir := os.Getenv(FolderVariable); dir != "" {
		return dir
	}
	if dir, err := os.UserConfigDir(); err == nil {
		return filepath.Join(dir, "bimstream")
	}
	return strings.TrimRight(filepath.Clean(data), string(filepath.Separator)) + ".keys"
}

// Installation is the key that signs what this user writes on this machine, and what is known beside it. The folder and
// the key are made by the first use that needs them. It is safe for concurrent use, and any number of processes may
// share the folder.
type Installation struct {
	dir string

	mu   sync.Mutex
	key  ed25519.PrivateKey // nil: not read yet
	lost error              // why there is no key that outlasts this process; nil while there is one
	code []byte             // the key of codes, derived from key
}

// In returns the installation in a folder. It reads nothing yet.
func In(dir string) *Installation { return &Installation{dir: dir} }

// Dir is the folder of the installation.
func (i *Installation) Dir() string { return i.dir }

// Key returns the key, and makes it where there is none. Where none can be kept it is one that ends with this process,
// and err says why: nothing that it signs can be verified later.
func (i *Installation) Key() (key ed25519.PrivateKey, err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.theKey()
}

func (i *Installation) theKey() (ed25519.PrivateKey, error) {
	if i.key != nil {
		return i.key, i.lost
	}
	key, err := i.read()
	if errors.Is(err, fs.ErrNotExist) {
		key, err = i.make()
	}
	if err != nil {
		i.lost = fmt.Errorf("the key of this installation: %w", err)
		_, key, _ = ed25519.GenerateKey(rand.Reader) // crypto/rand does not fail
	}
	return key, i.take(key)
}

// take keeps a key in memory.
func (i *Installation) take(key ed25519.PrivateKey) (err error) {
	i.key = key
	if i.code, err = hkdf.Key(sha256.New, key.Seed(), nil, "bimstream codes 1", sha256.Size); err != nil {
		return err
	}
	return i.lost
}

// known returns the key where there is one; it makes none.
func (i *Installation) known() ed25519.PrivateKey {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.key == nil {
		key, err := i.read()
		if err != nil {
			return nil
		}
		_ = i.take(key) // a key of the right length derives
	}
	return i.key
}

// Public returns the public key; nil where there is no key yet.
func (i *Installation) Public() ed25519.PublicKey {
	key := i.known()
	if key == nil {
		return nil
	}
	return publicOf(key)
}

func publicOf(key ed25519.PrivateKey) ed25519.PublicKey {
	public, _ := key.Public().(ed25519.PublicKey) // its documented type
	return public
}

// KeyID is a short name of a public key: the beginning of its SHA-256, in hexadecimal.
func KeyID(public ed25519.PublicKey) string {
	sum := sha256.Sum256(public)
	return hex.EncodeToString(sum[:8])
}

func (i *Installation) read() (ed25519.PrivateKey, error) {
	path := filepath.Join(i.dir, keyFile)
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("others can read %s: chmod 600 it", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, fmt.Errorf("%s holds no key in PEM form", path)
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	key, ok := parsed.(ed25519.PrivateKey)
	if !ok {
		return nil, fmt.Errorf("%s is no Ed25519 key", path)
	}
	return key, nil
}

// make makes the key. Of several processes that do so at the same time all get the key of the first.
func (i *Installation) make() (ed25519.PrivateKey, error) {
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(i.dir, 0o700); err != nil {
		return nil, err
	}
	whole, err := writeBeside(i.dir, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.Remove(whole) }()
	err = os.Link(whole, filepath.Join(i.dir, keyFile)) // appears whole, and never in place of another one
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = os.Rename(whole, filepath.Join(i.dir, keyFile)) // a file system without links
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return i.read()
}

// writeBeside writes a file of its own name, for its owner only, and returns its path.
func writeBeside(dir string, text []byte) (path string, err error) {
	f, err := os.CreateTemp(dir, "writing-*.tmp") // of mode 0600
	if err != nil {
		return "", err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		_ = os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// Seal returns the code of texts under the key of the installation, which is made where there is none. purpose keeps
// codes of one kind from being taken for those of another.
func (i *Installation) Seal(purpose string, texts ...[]byte) string {
	i.mu.Lock()
	defer i.mu.Unlock()
	key, _ := i.theKey() // one that ends with this process serves this process
	return KeyID(publicOf(key)) + ":" + i.sum(purpose, texts)
}

func (i *Installation) sum(purpose string, texts [][]byte) string {
	h := hmac.New(sha256.New, i.code)
	for _, t := range append([][]byte{[]byte(purpose)}, texts...) {
		fmt.Fprintf(h, "%d:", len(t))
		h.Write(t)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Holds reports whether a code is that of the texts under the key of this installation.
func (i *Installation) Holds(seal, purpose string, texts ...[]byte) bool {
	key := i.known()
	id, code, ok := strings.Cut(seal, ":")
	if key == nil || !ok || id != KeyID(publicOf(key)) {
		return false
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	return hmac.Equal([]byte(code), []byte(i.sum(purpose, texts)))
}

// Own reports whether a code says that it is of the key of this installation.
func (i *Installation) Own(seal string) bool {
	key := i.known()
	id, _, ok := strings.Cut(seal, ":")
	return ok && key != nil && id == KeyID(publicOf(key))
}

// Whose says in words under which key a code was made.
func (i *Installation) Whose(seal string) string {
	id, _, ok := strings.Cut(seal, ":")
	key := i.known()
	switch {
	case !ok:
		return "it has no code of an installation"
	case key == nil:
		return "this installation has no key, and it has a code of the key " + id
	case id == KeyID(publicOf(key)):
		return "it does not have the code that this installation made of it: it was changed"
	}
	return "it has a code of another installation's key, " + id
}

// Trust adds a public key, in hexadecimal, to those of other installations whose signed heads count as much as those of
// this one.
func (i *Installation) Trust(key string) error {
	if b, err := hex.DecodeString(key); err != nil || len(b) != ed25519.PublicKeySize {
		return fmt.Errorf("%q is no Ed25519 public key of 64 hexadecimal digits", key)
	}
	if slices.Contains(i.trusted(), key) {
		return nil
	}
	if err := os.MkdirAll(i.dir, 0o700); err != nil {
		return err
	}
	return appendLine(filepath.Join(i.dir, trustedFile), key)
}

// trusted returns the keys of other installations that are trusted.
func (i *Installation) trusted() []string {
	text, err := os.ReadFile(filepath.Join(i.dir, trustedFile))
	if err != nil {
		return nil
	}
	return strings.Fields(string(text))
}

func appendLine(path, line string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(line + "\n")
	return errors.Join(err, f.Sync(), f.Close())
}
