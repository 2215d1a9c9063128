global using MessagePackDocument =
    FuncLibs.Blocks.Serialization.BlockDocument<FuncLibs.Blocks.Tokens.MessagePackReader>;
