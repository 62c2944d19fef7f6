// Style sheets are bundled by the build and have no value of their own.
declare module "*.css";
