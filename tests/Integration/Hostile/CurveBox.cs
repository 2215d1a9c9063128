using System.Runtime.InteropServices;

namespace Integration.Hostile;

/// <summary>
/// The box of NaCl (X25519, XSalsa20, Poly1305) between two keys, by libsodium: libzmq of Debian needs that library, so
/// it is there with it.
/// </summary>
internal sealed partial class CurveBox
{
    /// <summary>What a box is longer than its content.</summary>
    public const int Overhead = 16;

    private const string Library = "libsodium.so.23";
    private const int KeyBytes = 32;

    private readonly byte[] _shared = new byte[KeyBytes];

    /// <param name="theirs">Public key of the other side.</param>
    /// <param name="ours">Own secret key.</param>
    public CurveBox(ReadOnlySpan<byte> theirs, ReadOnlySpan<byte> ours) =>
        Check(Precompute(_shared, theirs.ToArray(), ours.ToArray()));

    /// <summary>A new pair of keys.</summary>
    public static (byte[] Public, byte[] Secret) CreateKeys()
    {
        (byte[] known, byte[] secret) = (new byte[KeyBytes], new byte[KeyBytes]);
        Check(Initialize() < 0 ? -1 : 0);
        Check(CreatePair(known, secret));
        return (known, secret);
    }

    public byte[] Seal(ReadOnlySpan<byte> content, ReadOnlySpan<byte> nonce)
    {
        byte[] box = new byte[content.Length + Overhead];
        Check(Seal(box, content.ToArray(), (ulong)content.Length, nonce.ToArray(), _shared));
        return box;
    }

    public byte[] Open(ReadOnlySpan<byte> box, ReadOnlySpan<byte> nonce)
    {
        byte[] content = new byte[box.Length - Overhead];
        Check(Open(content, box.ToArray(), (ulong)box.Length, nonce.ToArray(), _shared));
        return content;
    }

    private static void Check(int result) => result.ShouldBe(0, "libsodium");

    [LibraryImport(Library, EntryPoint = "sodium_init")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Initialize();

    [LibraryImport(Library, EntryPoint = "crypto_box_keypair")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int CreatePair([Out] byte[] known, [Out] byte[] secret);

    [LibraryImport(Library, EntryPoint = "crypto_box_beforenm")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Precompute([Out] byte[] shared, byte[] theirs, byte[] ours);

    [LibraryImport(Library, EntryPoint = "crypto_box_easy_afternm")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Seal([Out] byte[] box, byte[] content, ulong length, byte[] nonce, byte[] shared);

    [LibraryImport(Library, EntryPoint = "crypto_box_open_easy_afternm")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Open([Out] byte[] content, byte[] box, ulong length, byte[] nonce, byte[] shared);
}
