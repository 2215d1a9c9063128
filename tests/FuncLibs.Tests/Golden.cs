namespace FuncLibs.Tests;

/// <summary>The golden bytes under Vectors; its README facts are in ReferenceBlocks and EdgeBlocks.</summary>
internal static class Golden
{
    public static byte[] Read(string name) =>
        File.ReadAllBytes(Path.Combine(AppContext.BaseDirectory, "Vectors", name + ".msgpack"));
}
