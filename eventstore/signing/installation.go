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

// FolderVariable is the name of the environment variable that sets the folder of the installation's key.
const FolderVariable = "BIMSTREAM_KEYS"

// The names of the files in an installation's folder.
const (
	keyFile     = "installation.pem"
	trustedFile = "trusted"
	headsFolder = "heads"
)

// Folder returns the folder of the installation's key: the value of the variable, or the user's configuration folder.
// If neither exists, it is beside the data folder, but never inside it, so that a copy of the store does not include
// the key.
func Folder(data string) string {
	if dir := os.Getenv(FolderVariable); dir != "" {
		return dir
	}
	if dir, err := os.UserConfigDir(); err == nil {
		return filepath.Join(dir, "bimstream")
	}
	return strings.TrimRight(filepath.Clean(data), string(filepath.Separator)) + ".keys"
}

// Installation is the key that signs the events that this user writes on this machine, with the records kept beside the
// key. The first use that needs the folder and the key creates them. It is safe for concurrent use, and any number of
// processes may share the folder.
type Installation struct {
	dir string

	mu   sync.Mutex
	key  ed25519.PrivateKey // nil until it is read
	lost error              // why the key cannot be stored; nil if it is
	code []byte             // the key of codes, derived from key
}

// In returns the installation in a folder. It reads nothing yet.
func In(dir string) *Installation { return &Installation{dir: dir} }

// Dir returns the folder of the installation.
func (i *Installation) Dir() string { return i.dir }

// Key returns the key, and creates it if there is none. If the key cannot be stored, err gives the reason, and the key
// is lost when this process ends. Signatures of such a key cannot be verified later.
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

// take stores a key in memory and derives the key of codes.
func (i *Installation) take(key ed25519.PrivateKey) (err error) {
	i.key = key
	if i.code, err = hkdf.Key(sha256.New, key.Seed(), nil, "bimstream codes 1", sha256.Size); err != nil {
		return err
	}
	return i.lost
}

// known returns the key if there is one, and does not create it.
func (i *Installation) known() ed25519.PrivateKey {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.key == nil {
		key, err := i.read()
		if err != nil {
			return nil
		}
		_ = i.take(key) // a key of the right length can always be derived
	}
	return i.key
}

// Public returns the public key, or nil if there is no key yet.
func (i *Installation) Public() ed25519.PublicKey {
	key := i.known()
	if key == nil {
		return nil
	}
	return publicOf(key)
}

func publicOf(key ed25519.PrivateKey) ed25519.PublicKey {
	public, _ := key.Public().(ed25519.PublicKey) // the documented type
	return public
}

// KeyID returns a short name of a public key: the beginning of its SHA-256, in hexadecimal.
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

// make creates the key. If several processes call it at the same time, all get the key of the first one.
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
	err = os.Link(whole, filepath.Join(i.dir, keyFile)) // complete at once, and never replaces an existing key
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = os.Rename(whole, filepath.Join(i.dir, keyFile)) // for file systems without links
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	return i.read()
}

// writeBeside writes a file with a unique name, for its owner only, and returns its path.
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

// Seal returns the code of texts under the installation's key, which it creates if necessary. A code is valid only for
// the purpose for which it was made.
func (i *Installation) Seal(purpose string, texts ...[]byte) string {
	i.mu.Lock()
	defer i.mu.Unlock()
	key, _ := i.theKey() // a key that is lost with this process still serves this process
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

// Holds reports whether seal is the code of the texts under this installation's key.
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

// Own reports whether a code names the key of this installation.
func (i *Installation) Own(seal string) bool {
	key := i.known()
	id, _, ok := strings.Cut(seal, ":")
	return ok && key != nil && id == KeyID(publicOf(key))
}

// Whose describes in words which key made a code.
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

// Trust adds another installation's public key, in hexadecimal, to the trusted keys. Heads signed with a trusted key
// count as much as the heads of this installation.
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

// trusted returns the trusted keys of other installations.
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
